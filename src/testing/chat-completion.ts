import { estimateTokens } from "../model/seam/tokens.ts"
import type { ChatBody, Completion, ServerCall } from "./server-reply.ts"

const CHARACTERS_PER_CHUNK = 24

/** The chunks of a streamed completion, as OpenAI sends them. Without a proper ending they stop before the finish reason. */
export function* chunksOf(completion: Completion, body: ChatBody, n: number): Generator<object> {
  yield chunk(body, n, { delta: { role: "assistant", content: "" }, finish_reason: null })
  for (const delta of deltasOf(completion, n)) yield chunk(body, n, { delta, finish_reason: null })
  if ((completion.ending ?? "done") !== "done") return
  yield chunk(body, n, { delta: {}, finish_reason: finishOf(completion) })
  const usage = usageOf(completion, body)
  if (usage && body.stream_options?.include_usage)
    yield { ...head(body, n, "chat.completion.chunk"), choices: [], usage }
}

/** The same completion in one piece, for requests that do not stream. */
export function wholeOf(completion: Completion, body: ChatBody, n: number): object {
  const toolCalls = (completion.calls ?? []).map((call, index) => toolCall(call, index, n))
  const message = {
    role: "assistant",
    content: completion.text ?? null,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  }
  return {
    ...head(body, n, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishOf(completion) }],
    ...(completion.usage === null ? {} : { usage: usageOf(completion, body) }),
  }
}

function head(body: ChatBody, n: number, object: string) {
  return { id: `chatcmpl-${n}`, object, created: 0, model: body.model ?? "scripted" }
}

function chunk(body: ChatBody, n: number, choice: object): object {
  return { ...head(body, n, "chat.completion.chunk"), choices: [{ index: 0, ...choice }] }
}

function* deltasOf(completion: Completion, n: number): Generator<object> {
  for (const piece of pieces(completion.text ?? "")) yield { content: piece }
  for (const [index, call] of (completion.calls ?? []).entries()) {
    const { id, function: made } = toolCall(call, index, n)
    yield { tool_calls: [{ index, id, type: "function", function: { name: made.name, arguments: "" } }] }
    for (const piece of pieces(made.arguments)) yield { tool_calls: [{ index, function: { arguments: piece } }] }
  }
}

function toolCall(call: ServerCall, index: number, n: number) {
  const input = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments)
  return { id: `call_${n}_${index}`, type: "function", function: { name: call.name, arguments: input } }
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += CHARACTERS_PER_CHUNK) {
    yield text.slice(start, start + CHARACTERS_PER_CHUNK)
  }
}

function finishOf(completion: Completion): string {
  return completion.finish ?? ((completion.calls ?? []).length > 0 ? "tool_calls" : "stop")
}

function usageOf(completion: Completion, body: ChatBody): object | null {
  if (completion.usage === null) return null
  const { prompt, completion: output, cached } = completion.usage ?? estimate(completion, body)
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cached ?? 0 },
  }
}

function estimate(completion: Completion, body: ChatBody) {
  const prompt = estimateTokens(JSON.stringify([body.messages, body.tools ?? []]))
  const output = estimateTokens(JSON.stringify([completion.text ?? "", completion.calls ?? []]))
  return { prompt, completion: output, cached: 0 }
}
