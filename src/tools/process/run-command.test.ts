import { expect, it } from "vitest"
import { ManualClock } from "../../../test/support/manual-clock.ts"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import type { Sandbox, SandboxPlace } from "../sandbox/sandbox.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"
import { type CommandOptions, type CommandResult, runCommand } from "./run-command.ts"

async function run(options: CommandOptions, context: Partial<ToolContext> = {}): Promise<CommandResult> {
  await using fixture = await makeFixture({ "inner/": "", "file.txt": "" })
  const signal = new AbortController().signal
  return await runCommand({ workspace: fixture.workspace, signal, report: () => {}, ...context }, options)
}

it("runs a list as it is and a text by the shell", async () => {
  expect(await run({ command: ["echo", "$HOME", "a  b"] })).toMatchObject({ exitCode: 0, output: "$HOME a  b" })
  expect(await run({ command: "echo $((1 + 1))" })).toMatchObject({ exitCode: 0, output: "2" })
  expect(await run({ command: ["no-such-program"] })).toMatchObject({ exitCode: 127 })
})

it("gives the command its input, and survives one that does not want it", async () => {
  expect(await run({ command: "cat", stdin: "given" })).toMatchObject({ output: "given" })
  expect(await run({ command: "exec <&-; echo closed", stdin: "x".repeat(1_000_000) })).toMatchObject({ exitCode: 0 })
})

it("adds variables to those that every command sees", async () => {
  const { output } = await run({ command: 'echo "$MINE $PAGER"', env: { MINE: "own" } })
  expect(output).toBe("own cat")
})

it("starts in a folder of the workspace and in no other", async () => {
  expect((await run({ command: "pwd", cwd: "inner" })).output).toMatch(/\/workspace\/inner$/)
  for (const cwd of ["..", "/", "file.txt", "missing"]) {
    await expect(run({ command: "pwd", cwd })).rejects.toThrow(ToolFailure)
  }
})

it("tells how the command ended", async () => {
  expect(await run({ command: "exit 3" })).toMatchObject({ exitCode: 3, signal: null, timedOut: false })
  expect(await run({ command: "kill -KILL $$" })).toMatchObject({ exitCode: null, signal: "SIGKILL" })
  const clock = new ManualClock()
  const report = () => clock.advance(50)
  const late = await run({ command: "echo begun; sleep 60" }, { signal: clock.timeout(50), report })
  expect(late).toMatchObject({ exitCode: null, timedOut: true, output: "begun" })
})

it("says when the middle of the output is lost", async () => {
  const command = "head -c 5000 /dev/zero | tr '\\0' x"
  expect(await run({ command, maxOutputBytes: 100 })).toMatchObject({
    truncated: true,
    output: expect.stringContaining("4900 bytes cut"),
  })
  expect(await run({ command, maxOutputBytes: 5000 })).toMatchObject({ truncated: false })
})

it("hands the sandbox what may be written and whether there is a network", async () => {
  const places: SandboxPlace[] = []
  const sandbox: Sandbox = {
    name: "watched",
    wrap: async (command, place) => {
      places.push(place)
      return ["env", "WRAPPED=yes", ...command]
    },
  }
  const { output } = await run({ command: "echo $WRAPPED", cwd: "inner", writable: ["/cache"] }, { sandbox })
  await run({ command: "true", network: true }, { sandbox })
  expect(output).toBe("yes")
  const root = places[1]?.cwd
  expect(places[0]).toEqual({
    cwd: expect.stringMatching(/inner$/),
    writable: [expect.any(String), "/cache"],
    network: false,
  })
  expect(places[1]).toEqual({ cwd: root, writable: [root], network: true })
})
