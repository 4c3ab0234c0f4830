import type { Draft } from "../journal/journal.ts"
import type { ModelReply, ToolChoice, ToolSpec } from "../model/model.ts"
import { costOf } from "../model/prices.ts"
import { readReply } from "../model/read-reply.ts"
import { estimateTokens } from "../model/tokens.ts"
import type { Message } from "../protocol/message.ts"
import { ASSUMED_COMPLETION } from "./budget.ts"
import type { RunParts } from "./run-parts.ts"

export type ModelCall = {
  readonly key: string
  readonly control: string
  readonly attempt: number
  readonly messages: readonly Message[]
  readonly repeated: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly choice: ToolChoice
  /** The summary may spend what is kept back for it. */
  readonly forSummary: boolean
}

/** Asks for one reply within the budget and records it, together with what `drafts` makes of it, in one transaction. */
export async function callModel(
  parts: RunParts,
  call: ModelCall,
  digest: string,
  drafts: (reply: ModelReply) => readonly Draft[],
): Promise<ModelReply> {
  const recorded = parts.journal.find(call.key)
  if (!recorded) throwIfStopped(parts.signal, call.forSummary)
  let settle = () => {}
  try {
    return await parts.journal.step(call.key, digest, async () => {
      settle = parts.budget.reserve(worstCase(call), call.forSummary).settle
      const started = parts.journal.now()
      const reply = redactReply(parts, await fetchReply(parts, call))
      const event = calledEvent(parts, call, reply, parts.journal.now() - started)
      return {
        value: reply,
        with: [{ key: `${call.key}#model.called`, record: { kind: "event", event } }, ...drafts(reply)],
      }
    })
  } finally {
    settle()
  }
}

function throwIfStopped(signal: AbortSignal, forSummary: boolean): void {
  if (signal.aborted && !forSummary) throw signal.reason
}

async function fetchReply(parts: RunParts, call: ModelCall): Promise<ModelReply> {
  // A run out of time may still report: only then does the summary go on without the run's signal.
  const signal = call.forSummary && parts.signal.aborted ? AbortSignal.timeout(SUMMARY_GRACE_MS) : parts.signal
  const limit = parts.environment.limits.max_cost === null ? {} : { maxOutputTokens: ASSUMED_COMPLETION }
  try {
    return await readReply(
      parts.model,
      {
        purpose: { key: call.key, control: call.control },
        messages: call.messages,
        tools: call.tools,
        choice: call.choice,
        ...limit,
      },
      signal,
      {
        onText: (text) => parts.live({ type: "model.delta", key: call.key, text }),
        onRetry: (reason, wait_ms) => parts.live({ type: "model.retried", key: call.key, reason, wait_ms }),
      },
    )
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error
  }
}

/** How long a summary may take once the run's own time is over. */
const SUMMARY_GRACE_MS = 60_000

function worstCase(call: ModelCall): { prompt: number; completion: number } {
  return { prompt: promptTokens(call.messages, call.tools), completion: ASSUMED_COMPLETION }
}

function calledEvent(parts: RunParts, call: ModelCall, reply: ModelReply, ms: number) {
  return {
    type: "model.called" as const,
    control: call.control,
    rung: call.choice.kind,
    attempt: call.attempt,
    usage: reply.usage,
    cost: costOf(reply.usage, parts.environment.price),
    ms,
    repeated: call.repeated.length === 0 ? 0 : Math.min(reply.usage.prompt, promptTokens(call.repeated, call.tools)),
  }
}

/** Nothing secret enters the log or the transcript, not even from the model. */
function redactReply(parts: RunParts, reply: ModelReply): ModelReply {
  return {
    ...reply,
    text: parts.secrets.redact(reply.text),
    calls: reply.calls.map((call) => ({ ...call, arguments: parts.secrets.redact(call.arguments) })),
  }
}

export function promptTokens(messages: readonly Message[], tools: readonly ToolSpec[]): number {
  const toolTokens = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools))
  return messages.reduce((sum, message) => sum + messageTokens(message), toolTokens)
}

/** Each message is measured once: transcripts only grow. */
const measured = new WeakMap<Message, number>()

function messageTokens(message: Message): number {
  const known = measured.get(message)
  if (known !== undefined) return known
  const calls = message.role === "assistant" ? message.calls.map((call) => call.name + call.arguments).join("") : ""
  const tokens = estimateTokens(message.text + calls) + 4
  measured.set(message, tokens)
  return tokens
}
