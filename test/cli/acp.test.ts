import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { SessionUpdate } from "@agentclientprotocol/sdk"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { type ChatBody, type ServerReply, text } from "../../src/testing/server-reply.ts"
import { editor } from "./acp-client.ts"
import { place } from "./keelson.ts"
import { LIST, story, WRITE_NOTE } from "./scripts.ts"

const isOf = (sort: SessionUpdate["sessionUpdate"]) => (update: SessionUpdate) => update.sessionUpdate === sort

function replyOf(script: ServerScript, body: ChatBody, n: number): ServerReply {
  if (typeof script !== "function") throw new TypeError("Expected a script that answers whatever is asked.")
  return script(body, n)
}

test("a prompt is a run: its plan, its calls with their diffs, what it asks, and its last words", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE] }))
  await using there = await editor(here, "--approve", "ask", ...here.modelAt(server))
  const { sessionId, modes, configOptions } = await there.begin()
  expect(modes?.currentModeId).toBe("ask")
  expect(modes?.availableModes.map(({ id }) => id)).toContain("full")
  expect(configOptions).toMatchObject([{ id: "strategy", currentValue: "auto" }])
  there.choice = "allow"
  expect(await there.say(sessionId, "write a note")).toMatchObject({ stopReason: "end_turn" })
  expect(there.asked).toMatchObject([
    {
      toolCall: { title: expect.stringContaining("note.md"), content: [{ type: "diff", newText: "hello" }] },
      options: [{ optionId: "allow" }, { kind: "allow_always" }, { kind: "allow_always" }, { kind: "reject_once" }],
    },
  ])
  const path = join(here.workspace, "note.md")
  expect(readFileSync(path, "utf8")).toBe("hello\n")
  expect(there.updates.filter(isOf("plan")).at(-1)).toMatchObject({ entries: [{ status: "completed" }] })
  const call = there.updates.find((update) => update.sessionUpdate === "tool_call")
  expect(call).toMatchObject({ kind: "edit", status: "in_progress" })
  // Who is asked sees the card that the call has.
  expect(there.asked[0]?.toolCall.toolCallId).toBe(call?.toolCallId)
  const news = there.updates.filter(
    (update) => update.sessionUpdate === "tool_call_update" && update.toolCallId === call?.toolCallId,
  )
  expect(news).toContainEqual(expect.objectContaining({ status: "completed", locations: [{ path }] }))
  expect(news).toContainEqual(
    expect.objectContaining({ content: [{ type: "diff", path, oldText: null, newText: "hello" }] }),
  )
  expect(there.words()).toContain("The note is written.")
  expect(there.words()).toContain("note.md (new)")

  await there.say(sessionId, "/undo")
  expect(existsSync(path)).toBe(false)

  // The next request's calls have ids of their own.
  await there.say(sessionId, "write it once more")
  const ids = there.updates.filter(isOf("tool_call")).map((update) => "toolCallId" in update && update.toolCallId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 2])
})

test("what is not allowed is not done, and modes hold from the next prompt on", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE] }))
  await using there = await editor(here, "--approve", "ask", ...here.modelAt(server))
  const { sessionId } = await there.begin()
  there.choice = "deny"
  await there.say(sessionId, "write a note")
  expect(existsSync(join(here.workspace, "note.md"))).toBe(false)
  await there.agent.request("session/set_mode", { sessionId, modeId: "edits" })
  const asked = there.asked.length
  await there.say(sessionId, "write it now")
  expect(there.asked).toHaveLength(asked)
  expect(existsSync(join(here.workspace, "note.md"))).toBe(true)
  await expect(there.agent.request("session/set_mode", { sessionId, modeId: "reckless" })).rejects.toThrow("reckless")
})

test("words stream as they come and are not said twice; the next prompt knows them, and files that it brings", async () => {
  const here = place()
  const server = await here.serve(() => text("It is blue."))
  await using there = await editor(here, ...here.modelAt(server))
  const { sessionId } = await there.begin("react")
  await there.say(sessionId, "which colour is it?")
  expect(there.words().match(/It is blue\./g)).toHaveLength(server.requests.length)
  const uri = `file://${here.workspace}/README.md`
  await there.agent.request("session/prompt", {
    sessionId,
    prompt: [
      { type: "text", text: "sure?" },
      { type: "resource", resource: { uri, text: "# Colours" } },
    ],
  })
  const asked = JSON.stringify(server.requests.at(-1)?.body)
  for (const known of ["which colour is it?", "It is blue.", "# Colours", "README.md"]) expect(asked).toContain(known)
})

test("a question ends the turn, and the next prompt answers it", async () => {
  const here = place()
  const analysis = {
    ...{ core_goal: "x", requirements: [], complexity: "simple", clarification_needed: true },
    clarification_questions: ["Which colour?"],
  }
  const told = { plans: [LIST], summary: "Green it is." }
  const [unclear, clear] = [story({ ...told, analysis }), story(told)]
  const server = await here.serve((body, n) =>
    replyOf(JSON.stringify(body.messages).includes("the green one") ? clear : unclear, body, n),
  )
  await using there = await editor(here, ...here.modelAt(server))
  const { sessionId } = await there.begin("phased")
  expect(await there.say(sessionId, "paint it")).toMatchObject({ stopReason: "end_turn" })
  expect(there.words()).toContain("Which colour?")
  await there.say(sessionId, "the green one")
  expect(there.words()).toContain("Green it is.")
})

test("what is said while a run works is heard on its way; cancelled means cancelled", async () => {
  const here = place()
  const server = await here.serve(() => ({ kind: "hang" }))
  await using there = await editor(here, ...here.modelAt(server))
  const { sessionId } = await there.begin()
  const turn = there.say(sessionId, "think for ever")
  await expect.poll(() => server.requests.length).toBeGreaterThan(0)
  const more = there.say(sessionId, "not quite for ever")
  const report = async () => (await here.keelson("report", "--md", "-o", "-")).stdout
  await expect.poll(report).toContain("not quite for ever")
  await there.agent.notify("session/cancel", { sessionId })
  expect(await Promise.all([turn, more])).toMatchObject([{ stopReason: "cancelled" }, { stopReason: "cancelled" }])
})

test("after kill -9 the session is there: what was said and done, and a run that goes on with the next prompt", async () => {
  const here = place()
  let isHung = true
  const tale = story({ plans: [WRITE_NOTE] })
  const server = await here.serve((body, n) => {
    const isJudged = JSON.stringify(body.messages).includes("note.md (new") || n > 1
    return isHung && isJudged ? { kind: "hang" } : replyOf(tale, body, n)
  })
  const flags = ["--approve", "edits", ...here.modelAt(server)]
  const first = await editor(here, ...flags)
  const { sessionId } = await first.begin("phased")
  const lost = first.say(sessionId, "write a note").catch(() => "gone")
  await first.until((update) => update.sessionUpdate === "tool_call_update" && update.status === "completed")
  await expect.poll(() => server.requests.length).toBeGreaterThan(2)
  first.running.process.kill("SIGKILL")
  await first.running.end
  isHung = false

  await using second = await editor(here, ...flags)
  const { sessions } = await second.agent.request("session/list", { cwd: here.workspace })
  expect(sessions).toMatchObject([{ sessionId, title: "write a note" }])
  await second.load(sessionId)
  expect(second.updates.filter(isOf("user_message_chunk"))).toMatchObject([{ content: { text: "write a note" } }])
  expect(second.updates.filter(isOf("tool_call"))).toHaveLength(1)
  expect(second.words()).toContain("interrupted")
  const told = second.updates.length
  expect(await second.say(sessionId, "go on, please")).toMatchObject({ stopReason: "end_turn" })
  expect(second.updates.slice(told).filter(isOf("tool_call"))).toEqual([])
  expect(second.words()).toContain("The note is written.")
  expect(readFileSync(join(here.workspace, "note.md"), "utf8")).toBe("hello\n")
  void lost
})

test("what is wrong is told: no words, no such session", async () => {
  const here = place()
  await using there = await editor(here, "--model", "openai-compatible:x", "--base-url", "http://127.0.0.1:9/v1")
  const { sessionId } = await there.begin()
  await expect(there.say(sessionId, "  ")).rejects.toThrow("no words")
  await expect(there.say("s-unknown", "hello")).rejects.toThrow("not open")
  await expect(there.load("../../etc/passwd")).rejects.toThrow("no session")
})
