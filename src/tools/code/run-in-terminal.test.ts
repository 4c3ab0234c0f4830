import { readdir, readFile as readText } from "node:fs/promises"
import { expect, it, vi } from "vitest"
import { ManualClock } from "../../../test/support/manual-clock.ts"
import { type Fixture, makeFixture } from "../../../test/support/tool-fixture.ts"
import { runInTerminal } from "./run-in-terminal.ts"

/** Without how long it took. */
function timeless(text: string): string {
  return text.replace(/^(Exit code \d+|Killed by \w+), \d+\.\d s\./, "$1.")
}

/** True while a process with this id is there and not a zombie. */
async function isRunning(id: string): Promise<boolean> {
  const status = await readText(`/proc/${id.trim()}/stat`, "utf8").catch(() => "")
  return status !== "" && !/\) [ZX] /.test(status)
}

async function survivor(fixture: Fixture): Promise<boolean> {
  return isRunning(await readText(fixture.path("id"), "utf8"))
}

it("gives the exit code and both streams in their order, and shows them live", async () => {
  await using fixture = await makeFixture()
  const command = "for i in 1 2 3; do echo out $i; echo err $i >&2; done"
  const reports: string[] = []
  const text = await fixture.run(runInTerminal, { command }, { report: (part) => void reports.push(part) })
  expect(timeless(text)).toBe("Exit code 0.\nout 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3")
  expect(reports.join("")).toBe("out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n")
  const clock = new ManualClock()
  const slow = await fixture.run(runInTerminal, { command: "echo a" }, { clock, report: () => clock.advance(63_210) })
  expect(slow).toBe("Exit code 0, 63.2 s.\na")
})

it("runs in the workspace root with no input and no secrets", async () => {
  await using fixture = await makeFixture()
  vi.stubEnv("KEELSON_TEST_TOKEN", "hidden-value")
  const text = await fixture.run(runInTerminal, { command: 'pwd; cat; echo "[$KEELSON_TEST_TOKEN]" $CI $PAGER "$0"' })
  vi.unstubAllEnvs()
  expect(timeless(text)).toBe(`Exit code 0.\n${fixture.workspace.root}\n[] 1 cat /bin/bash`)
})

it("fails with the exit code and the output", async () => {
  await using fixture = await makeFixture()
  expect(timeless(await fixture.fail(runInTerminal, { command: "echo bad; exit 3" }))).toBe("Exit code 3.\nbad")
  expect(timeless(await fixture.fail(runInTerminal, { command: "kill -TERM $$" }))).toBe("Killed by SIGTERM.")
  expect(await fixture.fail(runInTerminal, { command: "no-such-command-here" })).toContain("Exit code 127,")
  expect(await fixture.fail(runInTerminal, { command: "if" })).toContain("Exit code 2,")
})

it.each(["grep -n nothing here.txt", "diff here.txt there.txt", "test -f missing", "[ 1 = 2 ]", "cat missing"])(
  "takes what a command finds out by looking for a result: %s",
  async (command) => {
    await using fixture = await makeFixture({ "here.txt": "a\n", "there.txt": "b\n" })
    expect(await fixture.run(runInTerminal, { command })).toMatch(/^Exit code 1, /)
  },
)

it("takes a program that is not there for a failure, whatever it would look at", async () => {
  await using fixture = await makeFixture()
  expect(await fixture.fail(runInTerminal, { command: "PATH=/nowhere grep a b" })).toContain("Exit code 127,")
})

it("kills the whole group at its time limit and keeps the output so far", async () => {
  await using fixture = await makeFixture()
  const command = "(trap '' TERM; sleep 60) & echo $! > id; echo begun; wait"
  const stop = new AbortController()
  const options = { signal: stop.signal, report: () => stop.abort(new DOMException("too long", "TimeoutError")) }
  expect(await fixture.fail(runInTerminal, { command }, options)).toBe("No exit code. Output so far:\nbegun")
  await expect.poll(() => survivor(fixture)).toBe(false)
})

it("kills the whole group on abort and throws the reason", async () => {
  await using fixture = await makeFixture()
  const stop = new AbortController()
  const options = { signal: stop.signal, report: () => stop.abort(new Error("cancelled")) }
  const command = "sleep 60 & echo $! > id; echo ready; wait"
  await expect(fixture.run(runInTerminal, { command }, options)).rejects.toThrow("cancelled")
  await expect.poll(() => survivor(fixture)).toBe(false)
  await expect(fixture.run(runInTerminal, { command: "echo > late" }, options)).rejects.toThrow("cancelled")
  expect(await readdir(fixture.workspace.root)).toEqual(["id"])
})

it("asks for the time that it is told to take, and says where that was too much", async () => {
  await using fixture = await makeFixture()
  const limitOf = (timeout_s?: number) => runInTerminal.timeoutOf?.({ command: "", timeout_s })
  expect([undefined, 0, -1, 400, 9000].map((seconds) => limitOf(seconds)?.ms)).toEqual([
    undefined,
    undefined,
    undefined,
    400_000,
    1_800_000,
  ])
  const text = await fixture.run(runInTerminal, { command: "echo a", timeout_s: 9000 })
  expect(timeless(text)).toBe("Exit code 0.\n[timeout_s was 1800, the most there is, instead of 9000.]\na")
})

it("lets nothing live on in the background", async () => {
  await using fixture = await makeFixture()
  const text = await fixture.run(runInTerminal, { command: "nohup sleep 60 & echo $! > id; echo done" })
  expect(text).toContain("done")
  await expect.poll(() => survivor(fixture)).toBe(false)
})

it("neither waits for a process that left the group nor leaves it behind", async () => {
  await using fixture = await makeFixture()
  const command = "setsid sh -c 'echo $$ > id; exec sleep 60' & while [ ! -s id ]; do :; done; echo done"
  expect(await fixture.run(runInTerminal, { command })).toContain("done")
  await expect.poll(() => survivor(fixture)).toBe(false)
})

it("keeps both ends of a long output", async () => {
  await using fixture = await makeFixture()
  const text = await fixture.run(runInTerminal, {
    command: "echo first; head -c 5000000 /dev/zero | tr '\\0' x; echo; echo last",
  })
  expect(text.length).toBeLessThan(1_000_300)
  expect(timeless(text)).toMatch(
    /^Exit code 0\.\nfirst\nx+\n\[… 4000012 bytes cut …\]\nx+\nlast\n\[Of an output, 1,000,000 bytes are shown: [^\n]+\]$/,
  )
})

it.each([
  ["curl: (6) Could not resolve host: example.com", "no network"],
  ["npm error code EROFS", "only write in the workspace"],
  ["1 test failed", undefined],
])("says when a failure is the sandbox's doing: %s", async (said, note) => {
  await using fixture = await makeFixture()
  const sandbox = { name: "open", wrap: async (command: readonly string[]) => command }
  const input = { command: `echo '${said}'; exit 1` }
  const plain = `Exit code 1.\n${said}`
  expect(timeless(await fixture.fail(runInTerminal, input))).toBe(plain)
  const confined = await fixture.fail(runInTerminal, input, { sandbox })
  expect(confined).toMatch(note ? new RegExp(`^.+\n.+\n\\[Commands .*${note}.*\\]$`) : /^.+\n.+$/)
})
