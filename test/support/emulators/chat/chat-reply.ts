import { asRecord } from "../json.ts"
import type { Finish } from "../mind.ts"
import type { ReplyEvents, ServerSentEvent } from "../protocol.ts"
import { piecesOf, type Reply, type ReplyCall, type ReplyUsage } from "../reply.ts"
import type { Flavour } from "./flavour.ts"

const FINISH: Readonly<Record<Finish, string>> = {
  stop: "stop",
  calls: "tool_calls",
  length: "length",
  refused: "content_filter",
}

/** The streamed form: deltas, the finish reason, the figures, `[DONE]`. */
export function chatEvents(reply: Reply, flavour: Flavour): ReplyEvents {
  return { body: bodyEvents(reply, flavour), closing: closingEvents(reply, flavour) }
}

/** llama.cpp's word on how much of the prompt it has read. */
export function chatReading(reply: Reply, read: number): ServerSentEvent | undefined {
  if (reply.asked.body.return_progress !== true) return undefined
  const { prompt, cached } = reply.usage ?? { prompt: reply.unread, cached: 0 }
  const prompt_progress = { total: prompt, cache: cached, processed: cached + read, time_ms: 0 }
  return chunk(reply, { delta: { role: "assistant", content: null }, finish_reason: null }, { prompt_progress })
}

/** The form in one piece. */
export function chatWhole(reply: Reply, flavour: Flavour): object {
  const toolCalls = reply.calls.map(toolCall)
  const message = {
    role: "assistant",
    ...contentOf(reply, flavour),
    ...(toolCalls[0] ? { tool_calls: toolCalls } : {}),
  }
  return {
    ...head(reply, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishOf(reply, flavour) }],
    ...(reply.usage ? { usage: usageOf(reply.usage, flavour) } : {}),
  }
}

function* bodyEvents(reply: Reply, flavour: Flavour): Generator<ServerSentEvent> {
  yield chunk(reply, { delta: { role: "assistant", content: "" }, finish_reason: null })
  for (const delta of deltasOf(reply, flavour)) yield chunk(reply, { delta, finish_reason: null })
}

function* closingEvents(reply: Reply, flavour: Flavour): Generator<ServerSentEvent> {
  const usage = reply.usage ? { usage: usageOf(reply.usage, flavour) } : {}
  const last = { delta: {}, finish_reason: finishOf(reply, flavour) }
  yield chunk(reply, last, flavour.alwaysUsage ? usage : {})
  const isUsageAsked = asRecord(reply.asked.body.stream_options).include_usage === true
  if (isUsageAsked && reply.usage && !flavour.alwaysUsage) {
    yield { data: { ...head(reply, "chat.completion.chunk"), choices: [], ...usage } }
  }
  yield { data: "[DONE]" }
}

function* deltasOf(reply: Reply, flavour: Flavour): Generator<object> {
  for (const piece of piecesOf(reply.reasoning?.text ?? "")) yield reasoningDelta(piece, flavour)
  const field = isRefusalField(reply, flavour) ? "refusal" : "content"
  for (const piece of piecesOf(spokenText(reply, flavour))) yield { [field]: piece }
  for (const [index, call] of reply.calls.entries()) yield* callDeltas(call, index, flavour)
}

function* callDeltas(call: ReplyCall, index: number, flavour: Flavour): Generator<object> {
  const whole = toolCall(call)
  if (flavour.wholeCalls) {
    yield { tool_calls: [{ index, ...whole }] }
    return
  }
  yield { tool_calls: [{ index, ...whole, function: { name: call.name, arguments: "" } }] }
  for (const piece of piecesOf(call.arguments)) yield { tool_calls: [{ index, function: { arguments: piece } }] }
}

function reasoningDelta(text: string, { reasoningField }: Flavour): object {
  return reasoningField === "content" ? { content: [thinkingPart(text)] } : { [reasoningField]: text }
}

function contentOf(reply: Reply, flavour: Flavour): object {
  const text = spokenText(reply, flavour)
  if (isRefusalField(reply, flavour)) return { content: null, refusal: text }
  const content = text === "" ? null : text
  const reasoning = reply.reasoning?.text
  if (reasoning === undefined) return { content }
  if (flavour.reasoningField !== "content") return { content, [flavour.reasoningField]: reasoning }
  return { content: [thinkingPart(reasoning), ...(content ? [{ type: "text", text: content }] : [])] }
}

function thinkingPart(text: string): object {
  return { type: "thinking", thinking: [{ type: "text", text }] }
}

/** A filter without a field for its words swallows the text. */
function spokenText(reply: Reply, flavour: Flavour): string {
  return reply.finish === "refused" && !flavour.hasRefusalField ? "" : reply.text
}

function isRefusalField(reply: Reply, flavour: Flavour): boolean {
  return reply.finish === "refused" && flavour.hasRefusalField
}

function finishOf(reply: Reply, flavour: Flavour): string {
  return isRefusalField(reply, flavour) ? "stop" : FINISH[reply.finish]
}

function head({ n, asked }: Reply, object: string) {
  return { id: `chatcmpl-${n}`, object, created: 0, model: asked.model }
}

function chunk(reply: Reply, choice: object, more: object = {}): ServerSentEvent {
  return { data: { ...head(reply, "chat.completion.chunk"), choices: [{ index: 0, ...choice }], ...more } }
}

function toolCall(call: ReplyCall) {
  return { id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } }
}

function usageOf(usage: ReplyUsage, { reportsCache }: Flavour): object {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    ...(reportsCache ? { prompt_tokens_details: { cached_tokens: usage.cached } } : {}),
    ...(usage.reasoning > 0 ? { completion_tokens_details: { reasoning_tokens: usage.reasoning } } : {}),
  }
}
