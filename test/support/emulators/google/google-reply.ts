import { asRecord, isRecord, parseJson } from "../json.ts"
import type { Finish } from "../mind.ts"
import type { ReplyEvents, ServerSentEvent } from "../protocol.ts"
import { piecesOf, type Reply } from "../reply.ts"

const FINISH: Readonly<Record<Finish, string>> = {
  stop: "STOP",
  calls: "STOP",
  length: "MAX_TOKENS",
  refused: "SAFETY",
}

/** The response in one piece. */
export function googleWhole(reply: Reply): object {
  const parts = [...textParts(reply), ...callParts(reply)]
  return {
    candidates: [{ content: { role: "model", parts }, ...endOf(reply), index: 0 }],
    ...usageOf(reply),
    ...head(reply),
  }
}

/** The response as a stream of partial responses; the last one has the finish reason and the figures. */
export function googleEvents(reply: Reply): ReplyEvents {
  return { body: bodyEvents(reply), closing: closingEvents(reply) }
}

function* bodyEvents(reply: Reply): Generator<ServerSentEvent> {
  for (const part of textParts(reply)) yield candidate(reply, { content: { role: "model", parts: [part] } })
  const calls = callParts(reply)
  if (calls.length > 0) yield candidate(reply, { content: { role: "model", parts: calls } })
}

function* closingEvents(reply: Reply): Generator<ServerSentEvent> {
  const { data } = candidate(reply, { content: { role: "model", parts: [{ text: "" }] }, ...endOf(reply) })
  yield { data: { ...data, ...usageOf(reply) } }
}

function candidate(reply: Reply, choice: object) {
  return { data: { candidates: [{ ...choice, index: 0 }], ...head(reply) } }
}

/** Thoughts are shown only to those who ask; the signature of a plain answer hangs on its last piece. */
function textParts({ reasoning, text, asked, finish, calls }: Reply): object[] {
  const isShown = asRecord(asRecord(asked.body.generationConfig).thinkingConfig).includeThoughts === true
  const thoughts = isShown ? [...piecesOf(reasoning?.text ?? "")].map((piece) => ({ text: piece, thought: true })) : []
  const spoken: object[] = finish === "refused" ? [] : [...piecesOf(text)].map((piece) => ({ text: piece }))
  const last = spoken.pop()
  const mark = reasoning && calls.length === 0 ? { thoughtSignature: reasoning.signature } : {}
  return [...thoughts, ...spoken, ...(last ? [{ ...last, ...mark }] : [])]
}

/** Arguments are objects here: what the model garbled never becomes a call. Only the first call is signed. */
function callParts(reply: Reply): object[] {
  if (isMalformed(reply)) return []
  return reply.calls.map(({ id, name, arguments: input }, index) => ({
    functionCall: { id, name, args: parseJson(input) },
    ...(index === 0 && reply.reasoning ? { thoughtSignature: reply.reasoning.signature } : {}),
  }))
}

function isMalformed({ calls }: Reply): boolean {
  return calls.some((call) => !isRecord(parseJson(call.arguments)))
}

function endOf(reply: Reply): object {
  if (!isMalformed(reply) || reply.finish === "length") return { finishReason: FINISH[reply.finish] }
  const finishMessage = `Malformed function call: ${reply.calls[0]?.name}`
  return { finishReason: "MALFORMED_FUNCTION_CALL", finishMessage }
}

function head({ n, asked }: Reply) {
  return { modelVersion: asked.model, responseId: `response-${n}` }
}

function usageOf({ usage }: Reply): object {
  if (!usage) return {}
  const candidates = usage.completion - usage.reasoning
  return {
    usageMetadata: {
      promptTokenCount: usage.prompt,
      candidatesTokenCount: candidates,
      totalTokenCount: usage.prompt + usage.completion,
      ...(usage.cached > 0 ? { cachedContentTokenCount: usage.cached } : {}),
      ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
    },
  }
}
