import { spawn } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { describe, expect } from "vitest"
import { Background } from "../../src/tools/background/background.ts"
import type { BackgroundProcess } from "../../src/tools/background/background-process.ts"
import type { CommandResult } from "../../src/tools/process/run-command.ts"
import type { ToolContext } from "../../src/tools/tool.ts"
import { type Cell, confinedTest, countProcesses, openCell, ownSandbox } from "./confined.ts"

/** A word for `sleep` that is a number nobody else sleeps for. */
function ownSleep(): string {
  return `1000.${Date.now()}${Math.floor(Math.random() * 1e6)}`
}

type Life = AsyncDisposable & {
  readonly cell: Cell
  readonly background: Background
  run(command: string, context?: Partial<ToolContext>): Promise<CommandResult>
  start(command: string, context?: Partial<ToolContext>): Promise<BackgroundProcess>
}

/** The commands of one run. */
async function oneRun(files: Readonly<Record<string, string>> = {}, parent?: string): Promise<Life> {
  const cell = await openCell(await ownSandbox(), files, parent)
  const background = new Background()
  const { workspace } = cell
  const sandbox = await ownSandbox()
  const own = { workspace, sandbox, signal: new AbortController().signal, report: () => {}, background }
  return {
    cell,
    background,
    run: (command, context) => cell.run(command, {}, { background, ...context }),
    start: (command, context) => background.start({ ...own, ...context }, command),
    async [Symbol.asyncDispose]() {
      await background[Symbol.asyncDispose]()
      await cell[Symbol.asyncDispose]()
    },
  }
}

const SERVE = `node -e 'require("node:http").createServer((q, r) => r.end("mine")).listen(7357, "127.0.0.1", () => console.log("ready"))'`
const FETCH = `node -e 'fetch("http://127.0.0.1:7357").then(r => r.text()).then(console.log, e => { console.log(e.cause.code); process.exit(1) })'`

describe("what runs in the background", () => {
  confinedTest("ends with its run, however it fled", async () => {
    const time = ownSleep()
    const flee = `env -i setsid sleep ${time} > /dev/null 2>&1 & ( ( nohup sleep ${time} & ) & ) ; trap '' TERM HUP INT; sleep ${time}`
    {
      await using one = await oneRun()
      await one.start(flee)
      await expect.poll(() => countProcesses(time)).toBeGreaterThan(2)
    }
    expect(await countProcesses(time)).toBe(0)
  })

  confinedTest("ends with the engine, also where that is killed", async () => {
    await using cell = await openCell(null)
    const time = ownSleep()
    const engine = spawn(process.execPath, ["--input-type=module", "-e", ENGINE, cell.workspace.root, time, "confined"])
    await expect.poll(() => countProcesses(time), { timeout: 20_000 }).toBeGreaterThan(1)
    engine.kill("SIGKILL")
    await expect.poll(() => countProcesses(time)).toBe(0)
  })

  confinedTest("ends with a killed engine without a sandbox too", async () => {
    await using cell = await openCell(null)
    const time = ownSleep()
    const engine = spawn(process.execPath, ["--input-type=module", "-e", ENGINE, cell.workspace.root, time, "open"])
    await expect.poll(() => countProcesses(time), { timeout: 20_000 }).toBeGreaterThan(1)
    engine.kill("SIGKILL")
    await expect.poll(() => countProcesses(time)).toBe(0)
  })

  confinedTest("is reached by its own run alone", async () => {
    await using one = await oneRun()
    await using other = await oneRun()
    await one.start(SERVE)
    expect((await one.run(FETCH)).output).toBe("mine")
    await other.start("sleep 600")
    expect((await other.run(FETCH)).output).toBe("ECONNREFUSED")
    await expect(fetch("http://127.0.0.1:7357")).rejects.toThrow()
  })

  confinedTest("has no way to the network, and none through a command that has one", async () => {
    await using one = await oneRun()
    const spy = `node -e '
      const { createConnection } = require("node:net"), { readFileSync } = require("node:fs")
      setInterval(() => {
        for (const line of readFileSync("/proc/net/tcp", "utf8").split("\\n").slice(1)) {
          const [, local, , state] = line.trim().split(/ +/)
          if (state === "0A") console.log("sees " + parseInt(local.split(":")[1], 16))
        }
      }, 20)
      console.log("spying")'`
    const spying = await one.start(spy)
    const access = { domains: ["example.org"] }
    const proxied = await one.run('test -n "$HTTPS_PROXY" && sleep 0.5 && echo has a proxy', { network: access })
    expect(proxied.output).toContain("has a proxy")
    expect(spying.takeOutput()).toBe("spying")
    const out = await one.run("node -e 'fetch(\"http://1.1.1.1\").catch(e => console.log(e.cause.code))'")
    expect(out.output).toMatch(/ENETUNREACH|EHOSTUNREACH/)
  })

  confinedTest("that has some of the network is reached by nobody", async () => {
    await using one = await oneRun()
    const process = await one.start(SERVE, { network: { domains: ["example.org"] } })
    expect(process.standsAlone).toBe(true)
    expect((await one.run(FETCH)).output).toBe("ECONNREFUSED")
  })

  confinedTest("that has what all commands of the run have is reached by them", async () => {
    await using one = await oneRun()
    const network = { domains: ["example.org"], isStanding: true }
    await one.start(SERVE, { network })
    expect((await one.run(`NO_PROXY=127.0.0.1 ${FETCH}`, { network })).output).toBe("mine")
  })

  confinedTest("gets none of the descriptors that lead into the run's namespaces, and can't make others", async () => {
    await using one = await oneRun()
    await one.start("sleep 600")
    const look = await one.run(
      "readlink /proc/self/fd/* /proc/1/fd/*; nsenter --user=/proc/1/ns/user true; unshare -r true",
    )
    expect(look.output).not.toMatch(/(user|mnt|net):\[/)
    expect(look.output.match(/not permitted|Invalid argument/gi)?.length).toBe(2)
    expect((await one.run("grep -E '^Cap(Eff|Prm|Bnd)' /proc/self/status | sort -u -k2")).output).toMatch(
      /^Cap\w+:\s0{16}$/,
    )
    expect((await one.run("mount -t tmpfs none /tmp; touch /etc/made /usr/made")).exitCode).not.toBe(0)
  })

  confinedTest("sees no more of the machine than any command", async () => {
    await using one = await oneRun({ ".env": "KEY=secret" })
    const plain = await one.cell.run("cat .env; ls -a ~ / /run /tmp /dev | sort")
    await one.start("sleep 600")
    const joined = await one.run("cat .env; ls -a ~ / /run /tmp /dev | sort")
    expect(joined.output).toBe(plain.output)
    expect(joined.output).not.toContain("secret")
  })
})

describe("a /tmp that stays", () => {
  confinedTest("is the run's own, bounded, and leaves nothing on the machine", async () => {
    const name = `kept-${crypto.randomUUID()}`
    await using one = await oneRun()
    await using other = await oneRun()
    await one.run(`echo mine > /tmp/${name}`)
    expect((await one.run(`cat /tmp/${name}; df -k --output=size /tmp | tail -1`)).output).toMatch(/^mine\n\s*1048576$/)
    expect((await other.run(`cat /tmp/${name}`)).exitCode).toBe(1)
    expect((await one.cell.run(`cat /tmp/${name}`)).exitCode).toBe(1)
    expect(existsSync(`/tmp/${name}`)).toBe(false)
  })

  confinedTest("can't be used to move what the next command has mounted", async () => {
    const parent = await makeFolder()
    await using one = await oneRun({ "a.txt": "here" }, parent)
    const { root } = one.cell.workspace
    const [top = ""] = root.slice("/tmp/".length).split("/")
    const before = readdirSync("/var").toSorted()
    const tries = `cd /tmp; mv ${top} moved; rmdir ${top}/*; ln -s ../oldroot/var ${top}; ln -sfn /etc ${top}; mkdir -p new; ls -A /tmp`
    const tried = await one.run(tries)
    expect(tried.output).toMatch(/busy/i)
    await one.start("sleep 600")
    const next = await one.run("pwd; cat a.txt; ls -ld /tmp/*")
    expect(next.output).toContain(`${root}\nhere`)
    expect(next.output).not.toContain("->")
    expect(readdirSync("/var").toSorted()).toEqual(before)
  })
})

async function makeFolder(): Promise<string> {
  const { mkdtemp, rm } = await import("node:fs/promises")
  const { atFileEnd } = await import("../at-file-end.ts")
  const folder = await mkdtemp("/tmp/keelson-outer-")
  atFileEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A process of ours with something in the background. */
const ENGINE = `
  const source = ${JSON.stringify(new URL("../../src/tools/", import.meta.url).href)}
  const { findSandbox } = await import(source + "sandbox/sandbox.ts")
  const { Background } = await import(source + "background/background.ts")
  const { openWorkspace } = await import(source + "workspace/workspace.ts")
  const { sandbox } = process.argv[3] === "open" ? { sandbox: null } : await findSandbox()
  const workspace = await openWorkspace(process.argv[1])
  const background = new Background()
  const context = { workspace, sandbox, background, signal: new AbortController().signal, report: () => {} }
  const time = process.argv[2]
  await background.start(context, "sh -c 'sleep " + time + " & sleep " + time + "'; wait")
  setInterval(() => {}, 1000)
`
