import type { EntryDraft } from "../../journal/journal.ts"
import type { LogEntry } from "../../journal/run-store.ts"
import type { Model, ToolSpec } from "../../model/seam/model.ts"
import { estimateTokens } from "../../model/seam/tokens.ts"
import { factKey, parentOf, questionOf } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import { contextLimit } from "../core/context-limit.ts"
import type { RunParts } from "../core/run-parts.ts"
import { pictureTokens } from "./pictures.ts"

/** The size of a prompt in the model's own tokens, as far as its earlier calls tell how they differ from our estimate. */
export function measureContext(parts: RunParts, messages: readonly Message[], tools: readonly ToolSpec[]): number {
  return inOwnTokens(parts, promptTokens(messages, tools))
}

/** An estimate in the model's own tokens. */
export function inOwnTokens(parts: RunParts, estimated: number): number {
  return Math.ceil(estimated * tokenRatio(parts))
}

/** Told once a question and together with its reply, so that knowing how full a context is costs no write of its own. */
export function measuredDrafts(parts: RunParts, model: Model, { key: tryKey, estimated }: Sent): EntryDraft[] {
  const question = questionOf(tryKey)
  const key = factKey(question, "context.measured")
  if (parts.journal.find(key)) return []
  const event = {
    type: "context.measured" as const,
    stage: parentOf(question),
    tokens: inOwnTokens(parts, estimated),
    limit: contextLimit(parts, model),
  }
  return [{ key, record: { kind: "event", event } }]
}

type Sent = { readonly key: string; readonly estimated: number }

/** Real prompt tokens over estimated ones in the newest calls; 1 where nobody told yet. */
export function tokenRatio({ journal }: Pick<RunParts, "journal">): number {
  const calls = tellingCalls(journal.entries, CALLS_THAT_TELL)
  const real = calls.reduce((sum, call) => sum + call.real, 0)
  const estimated = calls.reduce((sum, call) => sum + call.estimated, 0)
  return calls.length === 0 ? 1 : Math.min(MOST_OFF, Math.max(1 / MOST_OFF, real / estimated))
}

/**
 * What an estimate must be multiplied with to be on the safe side. Twice, as long as nobody knows better: tokenizers differ,
 * and code is dense. An endpoint that has counted steadily is taken at its word, with a margin; one that counted more than
 * twice is believed at once.
 */
export function promptMargin(entries: readonly LogEntry[]): number {
  const ratios = tellingCalls(entries, STEADY_CALLS).map(({ real, estimated }) => real / estimated)
  const most = Math.max(0, ...ratios)
  const isSteady = ratios.length === STEADY_CALLS && most <= STEADY_SPREAD * Math.min(...ratios)
  if (isSteady) return Math.max(1, STEADY_MARGIN * most)
  return most > BLIND_MARGIN ? STEADY_MARGIN * most : BLIND_MARGIN
}

const BLIND_MARGIN = 2
/** So many calls in a row whose ratios lie so close together don't do so by chance. */
const STEADY_CALLS = 6
const STEADY_SPREAD = 1.1
const STEADY_MARGIN = 1.25

type Telling = { readonly real: number; readonly estimated: number }

/** What the newest calls tell, of a log as far as it was read. */
type Told = { count: number; calls: Telling[] }

/** A log only grows, and each call looks at it: what was read once is not read again. */
const told = new WeakMap<readonly LogEntry[], Told>()

/** The newest calls that tell how far estimates are off, newest first. */
function tellingCalls(entries: readonly LogEntry[], most: number): readonly Telling[] {
  const known = told.get(entries) ?? { count: 0, calls: [] }
  for (; known.count < entries.length; known.count++) {
    const call = tellingCall(entries[known.count])
    if (call) known.calls = [call, ...known.calls.slice(0, CALLS_THAT_TELL - 1)]
  }
  told.set(entries, known)
  return known.calls.slice(0, most)
}

function tellingCall(entry: LogEntry | undefined): Telling | undefined {
  if (entry?.record.kind !== "event") return undefined
  const { event } = entry.record
  // What was refused was counted, too.
  if (event.type === "window.learned") return telling(event.prompt ?? 0, event.estimated)
  return event.type === "model.called" ? telling(event.usage.prompt, event.estimated) : undefined
}

function telling(real: number, estimated = 0): Telling | undefined {
  return real > 0 && estimated >= LEAST_TELLING ? { real, estimated } : undefined
}

const CALLS_THAT_TELL = 8
/** Below this, what the endpoint's template adds outweighs the text. */
const LEAST_TELLING = 500
/** An endpoint that counts further off than this counts something else. */
const MOST_OFF = 1.6

/** What a template puts around each turn. */
const TURN_TOKENS = 4

/** An estimate of what a request costs. */
export function promptTokens(messages: readonly Message[], tools: readonly ToolSpec[]): number {
  let tokens = tools.length === 0 ? 0 : (sizes.get(tools) ?? measured(tools, JSON.stringify(tools)))
  for (const message of messages) tokens += (sizes.get(message) ?? measured(message, wordsOf(message))) + TURN_TOKENS
  return tokens
}

/** Each message and each tool list is measured once: transcripts only grow, lists stay. */
const sizes = new WeakMap<object, number>()

function measured(part: Message | readonly ToolSpec[], words: string): number {
  const tokens = estimateTokens(words) + pictureTokens(words)
  sizes.set(part, tokens)
  return tokens
}

/** Everything of a message that a model reads, reasoning that is echoed to it included. */
export function wordsOf(message: Message): string {
  if (message.role !== "assistant") return message.text
  const calls = message.calls.map((call) => call.name + call.arguments)
  return [message.text, ...calls, ...(message.opaque ?? []).map((part) => part.text)].join("")
}
