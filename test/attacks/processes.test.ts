import { spawn } from "node:child_process"
import { describe, expect, test } from "vitest"
import { runInTerminal } from "../../src/tools/code/run-in-terminal.ts"
import type { Sandbox } from "../../src/tools/sandbox/sandbox.ts"
import { timesTried } from "../sample.ts"
import { confinedTest, countProcesses, limitedTest, openCell, ownSandbox } from "./confined.ts"

/** A word for `sleep` that is a number nobody else sleeps for. */
function ownSleep(): string {
  return `1000.${Date.now()}${Math.floor(Math.random() * 1e6)}`
}

const ESCAPES: readonly [name: string, command: (time: string) => string][] = [
  ["in the background", (time) => `sleep ${time} &`],
  ["nohup", (time) => `nohup sleep ${time} > /dev/null 2>&1 &`],
  ["setsid", (time) => `setsid sleep ${time} > /dev/null 2>&1 &`],
  ["double fork", (time) => `( ( setsid sleep ${time} > /dev/null 2>&1 & ) & )`],
  ["deaf to signals", (time) => `(trap '' TERM HUP INT; sleep ${time}) > /dev/null 2>&1 &`],
]

async function leavesNothing(sandbox: Sandbox | null, flee: (time: string) => string): Promise<void> {
  await using cell = await openCell(sandbox)
  const time = ownSleep()
  const seen = `until grep -qsa "^sleep.${time}" /proc/[0-9]*/cmdline; do :; done`
  expect(await cell.run(`${flee(time)}\n${seen}; echo started`)).toMatchObject({ exitCode: 0, output: "started" })
  await expect.poll(() => countProcesses(time)).toBe(0)

  const stop = new AbortController()
  const report = (text: string) => text.includes("started") && stop.abort(new Error("cancelled"))
  const aborted = cell.run(
    `${flee(time)}\n${seen}; echo started; wait; sleep ${time}`,
    {},
    { report, signal: stop.signal },
  )
  await expect(aborted).rejects.toThrow("cancelled")
  await expect.poll(() => countProcesses(time)).toBe(0)
}

describe("nothing outlives a command, nor its abort", () => {
  confinedTest.each(ESCAPES)("in the sandbox: %s", async (_, flee) => {
    await leavesNothing(await ownSandbox(), flee)
  })

  confinedTest("in the sandbox: without a trace in its environment", async () => {
    await leavesNothing(await ownSandbox(), (time) => `env -i setsid sleep ${time} > /dev/null 2>&1 &`)
  })

  test.skipIf(process.platform !== "linux").each(ESCAPES)("without a sandbox: %s", async (_, flee) => {
    await leavesNothing(null, flee)
  })
})

/** A process of ours that runs a command in the sandbox. */
const ENGINE = `
  const source = ${JSON.stringify(new URL("../../src/tools/", import.meta.url).href)}
  const { findSandbox } = await import(source + "sandbox/sandbox.ts")
  const { runCommand } = await import(source + "process/run-command.ts")
  const { openWorkspace } = await import(source + "workspace/workspace.ts")
  const { sandbox } = await findSandbox()
  const workspace = await openWorkspace(process.argv[1])
  const context = { workspace, sandbox, signal: new AbortController().signal, report: () => {} }
  await runCommand(context, { command: "setsid sleep " + process.argv[2] + "; wait" })
`

describe("the engine itself is killed", () => {
  confinedTest("and takes its commands along", async () => {
    await using cell = await openCell(null)
    const time = ownSleep()
    const engine = spawn(process.execPath, ["--input-type=module", "-e", ENGINE, cell.workspace.root, time])
    // The engine itself is the other one that has the word.
    await expect.poll(() => countProcesses(time)).toBe(2)
    engine.kill("SIGKILL")
    await expect.poll(() => countProcesses(time)).toBe(0)
  })
})

describe("a command that does not want to end", () => {
  confinedTest("is ended at its time limit, whatever signals it ignores", async () => {
    await using cell = await openCell(await ownSandbox())
    const sandbox = await ownSandbox()
    const time = ownSleep()
    const command = `trap '' TERM INT HUP QUIT; echo begun; while :; do sleep ${time}; done`
    const limit = new AbortController()
    const report = () => limit.abort(new DOMException("too long", "TimeoutError"))
    const message = await cell.fail(runInTerminal, { command }, { sandbox, signal: limit.signal, report })
    expect(message).toBe("No exit code. Output so far:\nbegun")
    await expect.poll(() => countProcesses(time)).toBe(0)
  })
})

describe("other processes", () => {
  confinedTest("can't be seen or ended", async () => {
    await using cell = await openCell(await ownSandbox())
    const time = ownSleep()
    const victim = spawn("sleep", [time])
    const looked = await cell.run(`grep -csa "^sleep.${time}" /proc/[0-9]*/cmdline | grep -v ":0"`)
    expect(looked).toMatchObject({ exitCode: 1, output: "" })
    const killed = await cell.run(`kill -9 ${victim.pid}`)
    expect(killed).toMatchObject({ exitCode: 1, output: expect.stringContaining("No such process") })
    expect(victim.exitCode ?? victim.signalCode).toBe(null)
    victim.kill()
  })
})

describe("too many processes", () => {
  limitedTest("there is a last one", async () => {
    await using cell = await openCell(await ownSandbox())
    const time = ownSleep()
    const command = `exec sh -c 'i=0; while [ $i -lt 20000 ]; do sleep ${time} & i=$((i+1)); done'`
    const { exitCode, output } = await cell.run(command)
    expect(exitCode).toBe(2)
    expect(output).toContain("Cannot fork")
    await expect.poll(() => countProcesses(time)).toBe(0)
  })
})

describe("a flood of output", () => {
  const MEGABYTES = timesTried({ sample: 250, whole: 1000 })

  confinedTest(`of ${MEGABYTES} MB keeps its ends and costs no memory`, async () => {
    await using cell = await openCell(await ownSandbox())
    let shown = 0
    const report = (text: string) => {
      shown += text.length
    }
    const before = process.memoryUsage().rss
    const flood = `echo first; head -c ${MEGABYTES}000000 /dev/zero | tr '\\0' x; echo; echo last`
    const result = await cell.run(flood, {}, { report })
    expect(result).toMatchObject({ exitCode: 0, truncated: true })
    expect(result.output).toMatch(new RegExp(`^first\nx+\n\\[… ${MEGABYTES - 1}000012 bytes cut …\\]\nx+\nlast$`))
    expect(shown).toBeLessThan(100_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })
})
