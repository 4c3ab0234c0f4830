import { type Json, parseJson } from "../json.ts"
import type { Finish } from "../mind.ts"
import type { ReplyEvents, ServerSentEvent } from "../protocol.ts"
import { piecesOf, type Reply, type ReplyCall } from "../reply.ts"

const STOP: Readonly<Record<Finish, string>> = {
  stop: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
  refused: "refusal",
}

/** The message in one piece. */
export function anthropicWhole(reply: Reply): object {
  return { ...head(reply), content: blocksOf(reply), stop_reason: STOP[reply.finish], usage: usageOf(reply) }
}

/** The message as events; blocks open, grow and close one after the other. */
export function anthropicEvents(reply: Reply): ReplyEvents {
  return { body: [...bodyEvents(reply)].map(named), closing: [...closingEvents(reply)].map(named) }
}

function named(data: Json): ServerSentEvent {
  return { event: String(data.type), data }
}

function* bodyEvents(reply: Reply): Generator<Json> {
  const usage = { ...usageOf(reply), output_tokens: 1 }
  yield { type: "message_start", message: { ...head(reply), content: [], stop_reason: null, usage } }
  yield { type: "ping" }
  const opened = [...reasoningBlocks(reply), ...textBlocks(reply), ...reply.calls.map(callBlock)]
  for (const [index, { start, deltas }] of opened.entries()) {
    yield { type: "content_block_start", index, content_block: start }
    for (const delta of deltas) yield { type: "content_block_delta", index, delta }
    yield { type: "content_block_stop", index }
  }
}

function* closingEvents(reply: Reply): Generator<Json> {
  const { output_tokens, ...details } = usageOf(reply)
  const delta = { stop_reason: STOP[reply.finish], stop_sequence: null }
  yield { type: "message_delta", delta, usage: { ...details, output_tokens } }
  yield { type: "message_stop" }
}

type Block = { readonly start: Json; readonly deltas: readonly Json[] }

function reasoningBlocks({ reasoning }: Reply): Block[] {
  if (!reasoning) return []
  const growth = [...piecesOf(reasoning.text)].map((thinking) => ({ type: "thinking_delta", thinking }))
  const signature = { type: "signature_delta", signature: reasoning.signature }
  return [{ start: { type: "thinking", thinking: "", signature: "" }, deltas: [...growth, signature] }]
}

function textBlocks(reply: Reply): Block[] {
  const text = spokenText(reply)
  if (text === "") return []
  return [
    {
      start: { type: "text", text: "" },
      deltas: [...piecesOf(text)].map((piece) => ({ type: "text_delta", text: piece })),
    },
  ]
}

function callBlock({ id, name, arguments: input }: ReplyCall): Block {
  const deltas = [...piecesOf(input)].map((partial_json) => ({ type: "input_json_delta", partial_json }))
  return {
    start: { type: "tool_use", id, name, input: {} },
    deltas: [{ type: "input_json_delta", partial_json: "" }, ...deltas],
  }
}

/** Broken arguments stay text here, as there is no other way to write them down. */
function blocksOf(reply: Reply): readonly Json[] {
  const { reasoning } = reply
  const text = spokenText(reply)
  return [
    ...(reasoning ? [{ type: "thinking", thinking: reasoning.text, signature: reasoning.signature }] : []),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...reply.calls.map((call) => ({
      type: "tool_use",
      id: call.id,
      name: call.name,
      input: parseJson(call.arguments) ?? call.arguments,
    })),
  ]
}

/** A refusal comes without words. */
function spokenText({ finish, text }: Reply): string {
  return finish === "refused" ? "" : text
}

function head({ n, asked }: Reply) {
  return { id: `msg_${n}`, type: "message", role: "assistant", model: asked.model, stop_sequence: null }
}

/** Input tokens leave out what was read from or written to the cache. No figures are zeros here: the fields are required. */
function usageOf({ usage }: Reply) {
  if (!usage) return { input_tokens: 0, output_tokens: 0 }
  return {
    input_tokens: usage.prompt - usage.cached - usage.written,
    cache_creation_input_tokens: usage.written,
    cache_read_input_tokens: usage.cached,
    output_tokens: usage.completion,
    ...(usage.reasoning > 0 ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
  }
}
