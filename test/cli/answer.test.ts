import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { hang } from "../../src/testing/server-reply.ts"
import { neverDone } from "../support/model-scenarios.ts"
import { jsonLines, place } from "./keelson.ts"
import { asked, LIST, story, unclearStory, WRITE_NOTE } from "./scripts.ts"
import { onTerminal, PRESS } from "./terminal.ts"

test("a clarification ends with 3, and its answer goes on to the end", async () => {
  const here = place()
  const server = await here.serve(unclearStory())
  const waiting = await here.keelson("run", "write a note", ...here.modelAt(server))
  expect(waiting).toMatchObject({ code: 3, stdout: expect.stringContaining("1. In which language?") })
  expect(waiting.stdout).toMatch(/keelson answer \d{6}-\w{6} "…"/)
  const end = await here.keelson("answer", "in Latin, please")
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining("The note is written.") })
  expect(asked(server.requests).filter((control) => control === "request_analyser")).toHaveLength(2)
})

test("the model and its endpoint are remembered for the run", async () => {
  const here = place()
  const server = await here.serve(unclearStory())
  await here.keelson("run", "write a note", ...here.modelAt(server))
  const left = await here.keelson("answer", "--no-resume", "in Latin, please")
  expect(left).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("keelson resume") })
  expect(await here.keelson("resume", "--quiet")).toMatchObject({ code: 0, stderr: "" })
})

test.each([
  ["--allow", true, 0],
  ["--always", true, 0],
  ["--deny", false, 4],
])("an approval waits, shows the diff, and %s is heard", async (flag, isWritten, code) => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
  const waiting = await here.keelson("run", "write a note", "--approve", "ask", ...here.modelAt(server))
  expect(waiting).toMatchObject({ code: 3, stdout: expect.stringContaining("+hello") })
  expect(existsSync(join(here.workspace, "note.md"))).toBe(false)
  const end = await here.keelson("answer", flag)
  expect(end.code).toBe(code)
  expect(end.stderr.includes("incomplete: the note (refused)")).toBe(!isWritten)
  expect(existsSync(join(here.workspace, "note.md"))).toBe(isWritten)
  expect(JSON.stringify(server.requests.at(-1)?.body).includes("the user did not allow it")).toBe(!isWritten)
})

test("a wrong answer is refused in one line", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE] }))
  await here.keelson("run", "write a note", ...here.modelAt(server))
  for (const words of [["yes, do"], ["--allow", "--question", "2"], ["--allow", "--always"], []]) {
    const end = await here.keelson("answer", ...words)
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^keelson: .+\n$/) })
  }
})

test("Ctrl-C ends with a report and 130 without another model call; the run can be resumed", async () => {
  const here = place()
  const tale = story({ plans: [LIST] })
  const server = await here.serve((body, n) => (n === 1 || typeof tale !== "function" ? hang() : tale(body, n)))
  const running = here.start(["run", "-v", "look", ...here.modelAt(server)])
  await running.hears("stderr", "state PLANNING")
  running.process.kill("SIGINT")
  const end = await running.end
  expect(end).toMatchObject({ code: 130, stderr: expect.stringContaining("cancelled: interrupted") })
  expect(server.requests.length).toBeLessThanOrEqual(2)
  const resumed = await here.keelson("resume")
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("The note is written.") })
})

test("a second Ctrl-C does not wait; SIGTERM is heard like the first", async () => {
  const here = place()
  const server = await here.serve(() => hang())
  const running = here.start(["run", "look", ...here.modelAt(server)])
  await running.hears("stderr", "started: ")
  running.process.kill("SIGTERM")
  running.process.kill("SIGINT")
  expect((await running.end).code).toBe(130)
})

test("a run that is carried out elsewhere can't be resumed, but be cancelled from here", async () => {
  const here = place()
  const server = await here.serve(() => hang())
  const running = here.start(["run", "look", ...here.modelAt(server)])
  await running.hears("stderr", "started: ")
  const resumed = await here.keelson("resume")
  expect(resumed).toMatchObject({ code: 2, stderr: expect.stringMatching(/^keelson: Run .+ is already being .+\n$/) })
  const other = await here.keelson("run", "look too", "--quiet", ...here.modelAt(server))
  expect(other).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^keelson: Run .+ is writing in .+\n$/),
  })
  const [first] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const told = await here.keelson("tell", "Mind the cat.")
  expect(told).toMatchObject({
    code: 0,
    stdout: "",
    stderr: `Run ${first.id} hears it before its next call of the model.\n`,
  })
  await running.hears("stderr", "told on the way: Mind the cat.")
  const cancelled = await here.keelson("cancel", first.id)
  expect(cancelled).toMatchObject({ code: 0, stderr: expect.stringContaining("was asked to end it") })
  expect(await running.end).toMatchObject({ code: 130, stderr: expect.stringContaining("cancelled") })
})

test("a run that a limit ended needs a higher one to go on", async () => {
  const here = place()
  const server = await here.serve(neverDone("advance"))
  const first = await here.keelson("run", "look", "--max-iterations", "7", "--quiet", ...here.modelAt(server))
  expect(first).toMatchObject({ code: 4, stderr: expect.stringContaining("--max-iterations") })
  const refused = await here.keelson("resume")
  expect(refused).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^keelson: .+max_iterations.+\n$/),
  })
  const more = await here.keelson("resume", "--max-iterations", "13", "--json")
  expect(jsonLines(more.stdout).at(-1)).toMatchObject({ outcome: "incomplete", limits: { used: { iterations: 13 } } })
})

test("a run that waits is cancelled on the spot", async () => {
  const here = place()
  const server = await here.serve(unclearStory())
  await here.keelson("run", "write a note", ...here.modelAt(server))
  const end = await here.keelson("cancel")
  expect(end).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("cancelled by the user") })
  expect((await here.keelson("runs")).stdout).toMatch(/^✗ \d{6}-\w{6} {2}cancelled/)
})

test("who comes too late is told what was decided, with a refusal", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
  await here.keelson("run", "write a note", "--approve", "ask", ...here.modelAt(server))
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  await here.keelson("answer", id, "--deny", "not now", "--no-resume")
  expect(await here.keelson("answer", id, "--allow")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: `keelson: run ${id} is not waiting for an answer. Its last question was answered: denied (not now).\n`,
  })
  expect(existsSync(join(here.workspace, "note.md"))).toBe(false)
})

test("who is asked on the terminal while somebody answers elsewhere is told so", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
  const words = ["run", "do it", "--approve", "ask", "--verify", "off", ...here.modelAt(server)]
  const denyElsewhere = async () => {
    const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
    await here.keelson("answer", id, "--deny", "not now", "--no-resume")
  }
  const { code, screen } = await onTerminal(here, words, [
    { when: PRESS, type: "", meanwhile: () => void denyElsewhere() },
  ])
  expect(screen).toContain("Answered elsewhere meanwhile: denied (not now).")
  expect(existsSync(join(here.workspace, "note.md"))).toBe(false)
  expect(code).toBe(4)
})

test.each(["--allow", "--deny"])(
  "%s for a run that was cancelled at its question is refused; resumed, it asks again",
  async (flag) => {
    const here = place()
    const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
    await here.keelson("run", "write a note", "--approve", "ask", ...here.modelAt(server))
    const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
    expect(await here.keelson("cancel", id)).toMatchObject({ code: 0 })
    expect(await here.keelson("answer", id, flag)).toEqual({
      code: 2,
      stdout: "",
      stderr: `keelson: Run ${id} has ended (cancelled): it asks nothing any more, and takes no answer. To be asked again, resume it: keelson resume ${id}\n`,
    })
    expect(JSON.parse((await here.keelson("runs", "--json")).stdout)).toMatchObject([{ id, state: "CANCELLED" }])
    expect(await here.keelson("resume", id)).toMatchObject({ code: 3, stdout: expect.stringContaining("+hello") })
    expect(await here.keelson("answer", id, "--allow")).toMatchObject({ code: 0 })
    expect(existsSync(join(here.workspace, "note.md"))).toBe(true)
  },
)
