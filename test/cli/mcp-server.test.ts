import { existsSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { hang } from "../../src/testing/server-reply.ts"
import { oneOf } from "../sample.ts"
import { place } from "./keelson.ts"
import { connected } from "./mcp-client.ts"
import { LIST, story, unclearStory, WRITE_NOTE } from "./scripts.ts"

const TASK = { request: "Write a note" }

/** The same story, but the model thinks until it is allowed to speak. */
function held(script: ServerScript) {
  const asked = Promise.withResolvers<void>()
  let isHeld = true
  const model: ServerScript = (body, n) => {
    if (typeof script !== "function") throw new Error("A story is a function.")
    if (!isHeld) return script(body, n)
    asked.resolve()
    return hang()
  }
  const letGo = () => {
    isHeld = false
  }
  return { model, asked: asked.promise, letGo }
}

test("a client gets a task done, and hears of the progress that it asked for", async () => {
  const there = place()
  const model = await there.serve(story({ plans: [WRITE_NOTE] }))
  await using mcp = await connected(there, "--approve", "full", ...there.modelAt(model))
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(["run_task", "get_run", "answer", "cancel"])
  expect(mcp.client.getInstructions()).toContain("run_task")

  const lines: string[] = []
  const report = await mcp.call("run_task", { ...TASK, strategy: "phased" }, (line) => lines.push(line))
  expect(report).toMatchObject({
    outcome: "done",
    summary: expect.stringContaining("The note is written."),
    verified: false,
    files: [{ path: "note.md", change: "new" }],
    questions: [],
    next: "",
  })
  expect(lines[0]).toBe(`run ${report.run_id}`)
  // What is told right before the answer may be read together with it: then the client has stopped listening.
  expect(lines).toContain("Now: write")
  expect(await mcp.call("get_run", { run_id: report.run_id })).toEqual(report)
  expect((await there.keelson("runs", "--json")).stdout).toContain(report.run_id)
})

test("a question comes back as such, and its answer goes on", async () => {
  const there = place()
  const model = await there.serve(unclearStory())
  await using mcp = await connected(there, ...there.modelAt(model))
  const asked = await mcp.call("run_task", { ...TASK, strategy: "phased" })
  expect(asked).toMatchObject({ outcome: "waiting", summary: "" })
  expect(asked.questions).toMatchObject([{ kind: "clarification", text: "In which language?" }])
  const { run_id } = asked
  expect(await mcp.refusal("answer", { run_id })).toContain("Give either text")
  expect(await mcp.refusal("answer", { run_id, decision: "allow" })).toContain("another kind of answer")
  expect(await mcp.call("answer", { run_id, text: "In Latin." })).toMatchObject({ run_id, outcome: "done" })
})

test("an approval shows what is to be judged; what holds for good is not for clients to say", async () => {
  const there = place()
  const model = await there.serve(story({ plans: [WRITE_NOTE, LIST] }))
  await using mcp = await connected(there, "--approve", "ask", "--no-sandbox", ...there.modelAt(model))
  const asked = await mcp.call("run_task", { ...TASK, strategy: "phased" })
  const { run_id } = asked
  const [question] = asked.questions
  expect(question).toMatchObject({ kind: "approval", detail: expect.stringContaining("+hello") })
  await expect(mcp.refusal("answer", { run_id, decision: "remember" })).resolves.toContain("decision")
  const end = await mcp.call("answer", { run_id, question: question?.id, decision: "deny", reason: "not today" })
  expect(end).toMatchObject({ run_id, files: [] })
  expect(await mcp.refusal("answer", { run_id, question: question?.id, decision: "allow" })).toBe(
    "Answered elsewhere meanwhile: denied (not today).",
  )
  expect(JSON.stringify(model.requests.map(({ body }) => body))).toContain("not today")
  expect(existsSync(join(there.workspace, "note.md"))).toBe(false)
})

test("an answer to a run that was cancelled at its question is refused", async () => {
  const there = place()
  const model = await there.serve(story({ plans: [WRITE_NOTE, LIST] }))
  await using mcp = await connected(there, "--approve", "ask", "--no-sandbox", ...there.modelAt(model))
  const { run_id, questions } = await mcp.call("run_task", { ...TASK, strategy: "phased" })
  expect(await mcp.call("cancel", { run_id })).toMatchObject({ outcome: "cancelled", questions: [] })
  for (const decision of ["allow", "deny"])
    expect(await mcp.refusal("answer", { run_id, decision, question: questions[0]?.id })).toContain(
      "has ended (cancelled): it asks nothing any more",
    )
  expect(await mcp.call("get_run", { run_id })).toMatchObject({ outcome: "cancelled", live: false })
})

test("a call that waits no longer leaves the run going, and it can be cancelled", async () => {
  const there = place()
  const { model, asked } = held(story({ plans: [WRITE_NOTE] }))
  await using mcp = await connected(there, ...there.modelAt(await there.serve(model)))
  const { run_id, outcome, next } = await mcp.call("run_task", { ...TASK, wait_s: 0 })
  expect([outcome, next]).toEqual(["running", expect.stringContaining("get_run")])
  await asked
  expect(await mcp.call("get_run", { run_id, wait_s: 0.01 })).toMatchObject({ outcome: "running" })
  const ended = await mcp.call("cancel", { run_id, reason: "enough" })
  expect(ended).toMatchObject({ outcome: "cancelled", reason: "enough", summary: expect.stringContaining("enough") })
  expect(await mcp.refusal("cancel", { run_id })).toContain("has ended already")
})

test("a run that another process carries out can be waited for", async () => {
  const there = place()
  const { model, asked } = held(story({ plans: [WRITE_NOTE] }))
  const elsewhere = there.start(["run", "Write a note", ...there.modelAt(await there.serve(model))])
  await asked
  await using mcp = await connected(there)
  const { stdout } = await there.keelson("runs", "--json")
  const [run_id] = /\d{6}-\w{6}/.exec(stdout) ?? []
  expect(await mcp.call("get_run", { run_id })).toMatchObject({ outcome: "running", live: true })
  const waiting = mcp.call("get_run", { run_id, wait_s: 50 })
  await there.keelson("cancel", String(run_id))
  expect(await waiting).toMatchObject({ outcome: "cancelled", live: false })
  await elsewhere.end
})

test.each(oneOf("ends of MCP", ["closed stdin", "SIGINT"] as const))("after %s a run can be resumed", async (way) => {
  const there = place()
  const { model, asked, letGo } = held(story({ plans: [WRITE_NOTE] }))
  const flags = ["--approve", "full", ...there.modelAt(await there.serve(model))]
  const mcp = await connected(there, ...flags)
  const { run_id } = await mcp.call("run_task", { ...TASK, strategy: "phased", wait_s: 0 })
  await asked
  if (way === "SIGINT") mcp.running.process.kill("SIGINT")
  else mcp.running.process.stdin?.end()
  const end = await mcp.running.end
  expect([end.code, end.stderr]).toEqual([0, ""])

  letGo()
  await using next = await connected(there, ...flags)
  const left = await next.call("get_run", { run_id })
  expect(left).toMatchObject({ outcome: "running", live: false, next: expect.stringContaining("can be resumed") })
  expect(await there.keelson("resume", run_id)).toMatchObject({ code: 0 })
  expect(await next.call("get_run", { run_id })).toMatchObject({ outcome: "done", files: [{ path: "note.md" }] })
})

test("what can't be done is said, and folders that were not given stay closed", async () => {
  const there = place()
  await using mcp = await connected(there)
  expect(await mcp.refusal("run_task", TASK)).toContain("no model is configured")
  expect(await mcp.refusal("run_task", { ...TASK, workspace: there.root })).toContain("may not be started in")
  symlinkSync(there.root, join(there.workspace, "out"))
  const link = join(there.workspace, "out")
  expect(await mcp.refusal("run_task", { ...TASK, workspace: link })).toContain("may not be started in")
  expect(await mcp.refusal("get_run", { run_id: "260101-nobody" })).toContain("260101-nobody")
  expect(await mcp.refusal("run_task", { request: " " })).toContain("request")
})

test("a run of another folder does not exist here", async () => {
  const there = place()
  const other = place()
  const model = await there.serve(story({ plans: [LIST] }))
  const elsewhere = other.start(["run", "look", ...there.modelAt(model), "--json"], there.environment)
  expect((await elsewhere.end).code).toBe(0)
  const id = /"run_id":"([\w-]+)"/.exec(elsewhere.stdout)?.[1]
  expect(id).toBeDefined()
  await using mcp = await connected(there)
  expect(await mcp.refusal("get_run", { run_id: id })).toContain(String(id))
  expect(await mcp.refusal("cancel", { run_id: id })).toContain(String(id))
})

test("nothing but the protocol goes to standard output, whatever the folder's code prints", async () => {
  const there = place()
  there.write("keelson.config.ts", 'console.log("Good day from the config!")\nprocess.stdout.write("And hello.\\n")\n')
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(there.workspace, "node_modules"))
  await there.keelson("trust")
  const model = await there.serve(story({ plans: [LIST] }))
  const mcp = await connected(there, "--approve", "full", ...there.modelAt(model))
  expect(await mcp.call("run_task", { ...TASK, strategy: "phased" })).toMatchObject({ outcome: "done" })
  mcp.running.process.stdin?.end()
  const { stdout, stderr } = await mcp.running.end
  expect(stderr).toContain("Good day from the config!\nAnd hello.")
  for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" })
  expect(mcp.faults).toEqual([])
})
