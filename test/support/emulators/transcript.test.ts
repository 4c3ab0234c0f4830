import type { LanguageModelV4Message } from "@ai-sdk/provider"
import { expect, test } from "vitest"
import { closeAfterEach, PLAN, result, start, system, user } from "./fixture.ts"
import { ask } from "./hearing/fixture.ts"
import type { EmulatorKind } from "./kinds.ts"

closeAfterEach()

const CALL: LanguageModelV4Message = {
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: "id1", toolName: "plan", input: {} }],
}
const WORDS: LanguageModelV4Message = { role: "assistant", content: [{ type: "text", text: "Well." }] }

async function refusalOf(kind: EmulatorKind, quirks: object, prompt: LanguageModelV4Message[]) {
  const { model } = await start(kind, { quirks: { thinkingOn: false, ...quirks } })
  return expect(ask(model, { prompt, tools: [PLAN] })).rejects
}

test.each([400, 500] as const)("llama.cpp: two user messages in a row are %i", async (strictAlternation) => {
  const refusal = await refusalOf("llamacpp", { strictAlternation }, [user("One."), user("Two.")])
  await refusal.toMatchObject({
    statusCode: strictAlternation,
    message: expect.stringContaining("Jinja Exception: Conversation roles must alternate"),
  })
})

test("llama.cpp: turns that alternate pass, results between them do not count", async () => {
  const { model } = await start("llamacpp", { quirks: { strictAlternation: 500 } })
  const prompt = [system("Be kind."), user("One."), CALL, result("id1"), user("Two."), WORDS, user("Three.")]
  await expect(ask(model, { prompt, tools: [PLAN] })).resolves.toMatchObject({ errors: [] })
})

test("llama.cpp: replayed arguments that are no JSON are a permanent 500", async () => {
  const { emulator } = await start("llamacpp")
  const call = { id: "id1", type: "function", function: { name: "plan", arguments: "{'goal':" } }
  const body = JSON.stringify({ messages: [{ role: "assistant", content: null, tool_calls: [call] }] })
  const answer = await fetch(`${emulator.url}/chat/completions`, { method: "POST", body })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ error: { code: 500, type: "server_error" } })
})

test("the package never replays them: it sends arguments that are no JSON as a JSON text", async () => {
  const { model, emulator } = await start("llamacpp")
  const broken: LanguageModelV4Message = {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "id1", toolName: "plan", input: "{'goal':" }],
  }
  await ask(model, { prompt: [user("Go."), broken, result("id1")], tools: [PLAN] })
  expect(JSON.stringify(emulator.requests[0]?.body)).toContain(JSON.stringify(JSON.stringify("{'goal':")))
})

test.each<[EmulatorKind, number, string]>([
  ["openaiChat", 400, "does not support 'system'"],
  ["llamacpp", 500, "System role not supported"],
  ["googleGenerate", 400, "Developer instruction is not enabled"],
])("%s: system refused", async (kind, statusCode, message) => {
  const refusal = await refusalOf(kind, { systemRefused: true }, [system("Be kind."), user("Hi.")])
  await refusal.toMatchObject({ statusCode, message: expect.stringContaining(message) })
})

test.each<[EmulatorKind, string, string]>([
  ["openaiChat", "did not have response messages: id1", "must be a response to a preceeding message"],
  ["openaiResponses", "No tool output found for function call id1", "No tool call found for function call output"],
  ["anthropicMessages", "without `tool_result` blocks", "unexpected `tool_use_id`"],
  ["googleGenerate", "number of function response parts", "number of function response parts"],
  ["deepseekLike", "did not have response messages", "must be a response to a preceeding message"],
  ["mistral", "Not the same number of function calls", "Unexpected role 'tool'"],
])("%s: calls without results, results without calls", async (kind, unanswered, orphan) => {
  const open = await refusalOf(kind, {}, [user("Go."), CALL, user("Well?")])
  await open.toMatchObject({ statusCode: 400, message: expect.stringContaining(unanswered) })
  const loose = await refusalOf(kind, {}, [user("Go."), result("id1")])
  await loose.toMatchObject({ statusCode: 400, message: expect.stringContaining(orphan) })
})

test("the assistant must not have the last word", async () => {
  const refusal = await refusalOf("anthropicMessages", {}, [user("Go."), WORDS])
  await refusal.toMatchObject({ message: expect.stringContaining("does not support assistant message prefill") })
})

test("Mistral takes no user message right after a result", async () => {
  const refusal = await refusalOf("mistral", {}, [user("Go."), CALL, result("id1"), user("And?")])
  await refusal.toMatchObject({ message: "Unexpected role 'user' after role 'tool'" })
})
