import type { Draft } from "../journal/journal.ts"
import type { Model, ToolSpec } from "../model/model.ts"
import { estimateTokens } from "../model/tokens.ts"
import type { Message } from "../protocol/message.ts"
import type { RunParts } from "./run-parts.ts"

/** Over so many tokens a conversation with this model is compacted. */
export function contextLimit({ environment }: RunParts, { contextWindow }: Model): number {
  const { compact_at_tokens, compact_share } = environment.limits
  return Math.min(compact_at_tokens, Math.floor(compact_share * contextWindow))
}

/** The size of a prompt in the model's own tokens, as far as its earlier calls tell how they differ from our estimate. */
export function measureContext(parts: RunParts, messages: readonly Message[], tools: readonly ToolSpec[]): number {
  return Math.ceil(promptTokens(messages, tools) * tokenRatio(parts))
}

/** Told once a question and together with its reply, so that knowing how full a context is costs no write of its own. */
export function measuredDrafts(parts: RunParts, model: Model, { key: tryKey, messages, tools }: Sent): Draft[] {
  const question = tryKey.replace(/\/try-\d+$/, "")
  const key = `${question}#context.measured`
  if (parts.journal.find(key)) return []
  const event = {
    type: "context.measured" as const,
    stage: question.replace(/\/?[^/]*$/, ""),
    tokens: measureContext(parts, messages, tools),
    limit: contextLimit(parts, model),
  }
  return [{ key, record: { kind: "event", event } }]
}

type Sent = { readonly key: string; readonly messages: readonly Message[]; readonly tools: readonly ToolSpec[] }

/** Real prompt tokens over estimated ones in the newest calls; 1 where nobody told yet. */
export function tokenRatio({ journal }: Pick<RunParts, "journal">): number {
  const sum = { real: 0, estimated: 0, calls: 0 }
  for (let index = journal.entries.length - 1; index >= 0 && sum.calls < CALLS_THAT_TELL; index--) {
    const record = journal.entries[index]?.record
    if (record?.kind !== "event" || record.event.type !== "model.called") continue
    const { usage, estimated = 0 } = record.event
    if (usage.prompt === 0 || estimated < LEAST_TELLING) continue
    sum.real += usage.prompt
    sum.estimated += estimated
    sum.calls++
  }
  return sum.calls === 0 ? 1 : Math.min(MOST_OFF, Math.max(1 / MOST_OFF, sum.real / sum.estimated))
}

const CALLS_THAT_TELL = 8
/** Below this, what the endpoint's template adds outweighs the text. */
const LEAST_TELLING = 500
/** An endpoint that counts further off than this counts something else. */
const MOST_OFF = 1.6

/** An estimate of what a request costs. */
export function promptTokens(messages: readonly Message[], tools: readonly ToolSpec[]): number {
  const toolTokens = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools))
  return messages.reduce((sum, message) => sum + messageTokens(message), toolTokens)
}

/** Each message is measured once: transcripts only grow. */
const measured = new WeakMap<Message, number>()

function messageTokens(message: Message): number {
  const known = measured.get(message)
  if (known !== undefined) return known
  const tokens = estimateTokens(wordsOf(message)) + 4
  measured.set(message, tokens)
  return tokens
}

/** Everything of a message that a model reads, reasoning that is echoed to it included. */
export function wordsOf(message: Message): string {
  if (message.role !== "assistant") return message.text
  const calls = message.calls.map((call) => call.name + call.arguments)
  return [message.text, ...calls, ...(message.opaque ?? []).map((part) => part.text)].join("")
}
