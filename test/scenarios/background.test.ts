import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Lease, NewEntry, RunStore } from "../../src/journal/run-store.ts"
import { StoreUnusableError } from "../../src/journal/store-error.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptLine } from "../../src/testing/script-line.ts"
import { findSandbox, type Sandbox } from "../../src/tools/sandbox/sandbox.ts"
import { viewOf } from "../../src/view/run-view.ts"
import { eventsOf } from "../guards/front-door.ts"
import { say } from "./lines.ts"
import { type Played, play, REQUEST, type Scenario, setStage } from "./play.ts"

const found = await findSandbox()
const confined = "sandbox" in found ? found.sandbox : null
const places: (readonly [string, Sandbox | null])[] = [
  ["without a sandbox", null],
  ...(confined ? [["in the sandbox", confined] as const] : []),
]

type Call = { readonly call: string; readonly input: object }
const shell = (command: string, more: object = {}): Call => ({ call: "run_in_terminal", input: { command, ...more } })
const ask = (id: string, action: string, more: object = {}): Call => ({
  call: "background_process",
  input: { id, action, ...more },
})

/** What the model does, turn by turn; then it is done. */
function turns(sandbox: Sandbox | null, ...each: readonly (readonly Call[])[]): Scenario {
  const lines: Record<string, ScriptLine> = Object.fromEntries(
    each.map((list, index) => [`turn-${index + 1}/reply`, calls(list)]),
  )
  lines[`turn-${each.length + 1}/reply`] = say("task_done", { summary: "Looked.", changes: "none" })
  return {
    name: "background",
    model: () => keyedModel(lines),
    files: { "server.js": SERVER, "package.json": '{"type":"commonjs"}' },
    options: { strategy: react, sandbox },
  }
}

/** Serves at a port that is its argument, and says so. */
const SERVER = `
let count = 0
require("node:http").createServer((request, response) => {
  console.log("served " + ++count + " " + request.url)
  response.end("answer " + count)
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("listening"))
`

const fetching = (port: number, path = "/") =>
  shell(`node -e 'fetch("http://127.0.0.1:${port}${path}").then(r => r.text()).then(console.log)'`)

async function resultsOf(played: Pick<Played, "store">): Promise<[string, string][]> {
  const ended = await eventsOf(played.store, "task.ended")
  return ended.map(({ status, digest }) => [status, digest.replace(/\d+(\.\d+)? s\b/g, "# s")])
}

/** A plan's list of tools leaves it to the first start to say how to go on. */
const WAYS = [
  "[background_process: with this id, action is read, wait (timeout_s?), stop, or keep beyond the final checks.]",
  "[wait_for: repeats a command, such as curl, until it succeeds (condition?: regex for its output, limit_s?).]",
].join("\n")

/** Where nothing keeps them apart, each test has a port of its own. */
let port = 20_000 + Math.floor(Math.random() * 20_000)
const newPort = () => ++port

describe.each(places)("a server in the background, %s", (_name, sandbox) => {
  it("is reached by later commands, read, and stopped", async () => {
    const at = newPort()
    const scenario = turns(
      sandbox,
      [shell(`node server.js ${at}`, { background: true })],
      [fetching(at, "/one"), fetching(at, "/two")],
      [ask("p1", "read")],
      [ask("p1", "stop"), fetching(at), ask("p1", "read")],
    )
    await using played = await play(scenario)
    const results = await resultsOf(played)
    expect(results.slice(0, 5)).toEqual([
      ["done", `p1 runs in the background.\nlistening\n${WAYS}`],
      ["done", "Exit code 0, # s.\nanswer 1"],
      ["done", "Exit code 0, # s.\nanswer 2"],
      ["done", "p1: running for # s.\nserved 1 /one\nserved 2 /two"],
      ["done", "p1: stopped after # s.\n(no new output)"],
    ])
    expect(results[5]).toEqual(["failed", expect.stringContaining("ECONNREFUSED")])
    expect(results[6]).toEqual(["done", "p1: stopped after # s.\n(no new output)"])
    expect((await eventsOf(played.store, "process.ended")).map(({ process, how }) => [process, how])).toEqual([
      ["p1", "stopped"],
    ])
  })

  it("is waited for, and its end by itself is told with the next command", async () => {
    const slow = "echo begun; until [ -e go ]; do sleep 0.02; done; echo over; exit 3"
    const scenario = turns(
      sandbox,
      [shell(slow, { background: true }), shell(slow, { background: true })],
      [ask("p1", "wait", { timeout_s: 0.2 }), shell("touch go"), ask("p1", "wait")],
      [shell("sleep 1")],
      [shell("echo next")],
    )
    await using played = await play(scenario)
    const results = await resultsOf(played)
    expect(results.slice(2, 3)).toEqual([["done", "p1: running for # s.\n(no new output)"]])
    expect(results[4]).toEqual(["done", "p1: exit code 3, # s.\nover"])
    const told = results
      .slice(3)
      .flatMap(([, text]) => text.match(/\[p2 \(.*\) has ended: exit code 3, # s\.\]/g) ?? [])
    expect(told.length).toBe(1)
  })

  it("that ends at once is a failure, with what it printed", async () => {
    await using played = await play(turns(sandbox, [shell("echo no port; exit 1", { background: true })]))
    expect(await resultsOf(played)).toEqual([["failed", "It ended at once: exit code 1, # s.\nno port"]])
    expect(await eventsOf(played.store, "process.started")).toEqual([])
  })

  it("ends with the run", async () => {
    const at = newPort()
    const endless = `echo $$ > id; exec node server.js ${at}`
    await using played = await play(turns(sandbox, [shell(endless, { background: true })]))
    expect(played.result.outcome).toBe("done")
    if (sandbox === null) {
      const id = Number(await readFile(`${played.folder}/id`, "utf8"))
      expect(existsSync(`/proc/${id}`)).toBe(false)
    }
    await expect(fetch(`http://127.0.0.1:${at}`)).rejects.toThrow()
    expect(viewOf(played.events).processes.map(({ id, status }) => [id, status])).toEqual([["p1", "stopped"]])
  })

  it.each([
    ["is stopped before the final checks", [], "ECONNREFUSED"],
    ["is kept for them where it was told so, and reached by them", [ask("p1", "keep")], "200"],
  ] as const)("%s", async (_what, more, seen) => {
    const at = newPort()
    const check = `fetch("http://127.0.0.1:${at}").then((r) => r.status, (e) => e.cause.code).then((seen) => require("node:fs").writeFileSync("seen.txt", String(seen)))`
    const scenario = turns(
      sandbox,
      [shell(`node server.js ${at}`, { background: true })],
      [{ call: "write_file", input: { path: "check.js", content: check } }, ...more],
    )
    const options = { ...scenario.options, checks: { test: "node check.js" }, verify: "end" as const }
    await using played = await play({ ...scenario, options })
    expect(await readFile(`${played.folder}/seen.txt`, "utf8")).toBe(seen)
  })

  it("is known to be gone after a crash", async () => {
    const at = newPort()
    const scenario = turns(
      sandbox,
      [shell(`node server.js ${at}`, { background: true })],
      [shell("touch between")],
      [ask("p1", "read"), shell("echo after")],
    )
    await using stage = await setStage(scenario)
    let now = 0
    const store = new MemoryStore({ now: () => now })
    const dying = diesBefore(store, /^turn-2\/.*#intent$/)
    const first = await stage.agent(dying, scenario.model())
    await first.run(REQUEST).catch(() => undefined)
    now += 60_000
    const [header] = await store.listRuns()
    const agent = await stage.agent(store, scenario.model())
    await (await agent.resume(header?.id ?? "")).result
    const ended = await eventsOf(store, "process.ended")
    expect(ended.map(({ process, how }) => [process, how])).toEqual([["p1", "lost"]])
    const texts = (await resultsOf({ store })).map(([, text]) => text).join("\n")
    expect(texts).toContain("is gone: the run was interrupted. Start it again if it is needed.")
  })
})

describe("in the sandbox", () => {
  const inSandbox = confined ? it : it.skip
  inSandbox(
    "what tools write while something runs in the background stays theirs; what it plants is set aside",
    async () => {
      const plant =
        "echo up; until [ -e go ]; do sleep 0.02; done; mkdir .husky; echo bad > .husky/pre-push; echo bad > .envrc; sleep 600"
      const write: Call = { call: "write_file", input: { path: ".vscode/tasks.json", content: "{}\n" } }
      const scenario = turns(
        confined,
        [shell(plant, { background: true })],
        [write, shell("touch go; until [ -e .envrc ]; do sleep 0.02; done")],
      )
      await using played = await play(scenario)
      const names = (await readdir(played.folder)).map((name) => name.replace(/aside-.*/, "aside")).toSorted()
      expect(names).toEqual([".envrc.set-aside", ".husky.set-aside", ".vscode", "go", "package.json", "server.js"])
    },
  )

  inSandbox("/tmp stays from command to command, and belongs to one run alone", async () => {
    const scenario = turns(
      confined,
      [shell("echo kept > /tmp/note.txt; mkdir -p /tmp/a/b; ls -d $TMPDIR")],
      [shell("cat /tmp/note.txt; ls -d /tmp/a/b")],
    )
    await using played = await play(scenario)
    expect(await resultsOf(played)).toEqual([
      ["done", "Exit code 0, # s.\n/tmp"],
      ["done", "Exit code 0, # s.\nkept\n/tmp/a/b"],
    ])
    expect(existsSync("/tmp/note.txt")).toBe(false)
    await using again = await play(turns(confined, [shell("cat /tmp/note.txt")]))
    expect((await resultsOf(again))[0]?.[1]).toContain("No such file")
  })
})

/** The process dies right before it writes this; nothing works after it. */
function diesBefore(store: RunStore, key: RegExp): RunStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === "append")
        return async (lease: Lease, entries: readonly NewEntry[]) => {
          if (!entries.some((entry) => key.test(entry.key))) return target.append(lease, entries)
          await target.release(lease)
          throw new StoreUnusableError("here", "the process died", "Start another.")
        }
      const value = Reflect.get(target, name)
      return typeof value === "function" ? value.bind(target) : value
    },
  })
}
