import { asRecord, type Json } from "../json.ts"
import type { ReplyEvents, ServerSentEvent } from "../protocol.ts"
import { piecesOf, type Reply } from "../reply.ts"

/** The output items of a reply, in the order in which they come: reasoning, message, calls. */
export function itemsOf(reply: Reply): readonly Json[] {
  const { n, text, calls, finish } = reply
  const status = finish === "length" ? "incomplete" : "completed"
  const spoken =
    finish === "refused" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] }
  const message = { type: "message", id: `msg_${n}`, status, role: "assistant", content: [spoken] }
  const made = calls.map((call, index) => ({
    type: "function_call",
    id: `fc_${n}_${index}`,
    call_id: call.id,
    name: call.name,
    arguments: call.arguments,
    status,
  }))
  return [...reasoningItems(reply), ...(text === "" ? [] : [message]), ...made]
}

/** The reply in one piece. */
export function responsesWhole(reply: Reply): object {
  return { ...finishedResponse(reply), output: itemsOf(reply) }
}

/** The reply as a stream of typed, numbered events. */
export function responsesEvents(reply: Reply): ReplyEvents {
  let sequence = 0
  const number = (data: Json): ServerSentEvent => ({
    event: String(data.type),
    data: { ...data, sequence_number: sequence++ },
  })
  return { body: [...bodyEvents(reply)].map(number), closing: [...closingEvents(reply)].map(number) }
}

function* bodyEvents(reply: Reply): Generator<Json> {
  const response = { ...head(reply), status: "in_progress", output: [] }
  yield { type: "response.created", response }
  yield { type: "response.in_progress", response }
  for (const [index, item] of itemsOf(reply).entries()) yield* itemEvents(item, index)
}

function* closingEvents(reply: Reply): Generator<Json> {
  const type = reply.finish === "length" ? "response.incomplete" : "response.completed"
  yield { type, response: responsesWhole(reply) }
}

function* itemEvents(item: Json, output_index: number): Generator<Json> {
  const where = { item_id: item.id, output_index }
  yield { type: "response.output_item.added", output_index, item: { ...item, ...blank(item) } }
  for (const event of deltaEvents(item)) yield { ...event, ...where }
  yield { type: "response.output_item.done", output_index, item }
}

/** The item as it is announced, before anything of it has come. */
function blank({ type }: Json): object {
  if (type === "message") return { content: [], status: "in_progress" }
  return type === "function_call" ? { arguments: "", status: "in_progress" } : { summary: [] }
}

function* deltaEvents(item: Json): Generator<Json> {
  switch (item.type) {
    case "reasoning":
      return yield* summaryEvents(item)
    case "message":
      return yield* textEvents(asRecord((item.content as Json[])[0]))
    case "function_call": {
      const whole = String(item.arguments)
      for (const delta of piecesOf(whole)) yield { type: "response.function_call_arguments.delta", delta }
      yield { type: "response.function_call_arguments.done", arguments: whole }
    }
  }
}

function* summaryEvents({ summary }: Json): Generator<Json> {
  for (const [summary_index, part] of (summary as Json[]).entries()) {
    yield { type: "response.reasoning_summary_part.added", summary_index, part: { ...part, text: "" } }
    for (const delta of piecesOf(String(part.text))) {
      yield { type: "response.reasoning_summary_text.delta", summary_index, delta }
    }
    yield { type: "response.reasoning_summary_part.done", summary_index, part }
  }
}

function* textEvents(part: Json): Generator<Json> {
  const content_index = 0
  const name = part.type === "refusal" ? "refusal" : "output_text"
  const text = String(part.refusal ?? part.text)
  yield { type: "response.content_part.added", content_index, part: { ...part, text: "" } }
  for (const delta of piecesOf(text)) yield { type: `response.${name}.delta`, content_index, delta }
  yield { type: `response.${name}.done`, content_index, [name === "refusal" ? "refusal" : "text"]: text }
  yield { type: "response.content_part.done", content_index, part }
}

/** The summary is shown, and the encrypted content sent, only to those who ask. */
function reasoningItems({ n, reasoning, asked }: Reply): Json[] {
  if (!reasoning) return []
  const { include, reasoning: settings } = asked.body
  const isEncrypted = Array.isArray(include) && include.includes("reasoning.encrypted_content")
  const isShown = asRecord(settings).summary !== undefined
  return [
    {
      type: "reasoning",
      id: `rs_${n}`,
      summary: isShown ? [{ type: "summary_text", text: reasoning.text }] : [],
      ...(isEncrypted ? { encrypted_content: reasoning.signature } : {}),
    },
  ]
}

function finishedResponse(reply: Reply): object {
  const { usage, finish } = reply
  return {
    ...head(reply),
    status: finish === "length" ? "incomplete" : "completed",
    error: null,
    incomplete_details: finish === "length" ? { reason: "max_output_tokens" } : null,
    usage: usage
      ? {
          input_tokens: usage.prompt,
          input_tokens_details: { cached_tokens: usage.cached },
          output_tokens: usage.completion,
          output_tokens_details: { reasoning_tokens: usage.reasoning },
          total_tokens: usage.prompt + usage.completion,
        }
      : null,
  }
}

function head({ n, asked }: Reply) {
  return { id: `resp_${n}`, object: "response", created_at: 0, model: asked.model }
}
