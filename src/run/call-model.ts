import type { Draft } from "../journal/journal.ts"
import type { Model, ModelReply, ModelRequest, ToolChoice, ToolSpec } from "../model/model.ts"
import { type Feature, ModelError } from "../model/model-error.ts"
import { costOf } from "../model/prices.ts"
import { readReply } from "../model/read-reply.ts"
import { factKey } from "../protocol/key.ts"
import type { Message } from "../protocol/message.ts"
import { NO_USAGE } from "../protocol/usage.ts"
import type { Spend } from "./budget.ts"
import { measuredDrafts, promptMargin, promptTokens } from "./context-size.ts"
import type { Footing } from "./ladder.ts"
import { LiveText } from "./live-text.ts"
import { redactReply } from "./redact-reply.ts"
import type { RunParts } from "./run-parts.ts"

export type ModelCall = {
  readonly key: string
  readonly control: string
  readonly attempt: number
  readonly messages: readonly Message[]
  readonly repeated: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly choice: ToolChoice
  readonly format?: ModelRequest["format"]
  readonly thinking?: "off"
  /** How a control is asked for; absent for free replies. */
  readonly footing?: Footing
  /** The summary may spend what is kept back for it. */
  readonly forSummary: boolean
}

/** A reply as it is recorded: how it was asked for, and that the endpoint would not take the question so, if it wouldn't. */
export type Heard = ModelReply & { readonly footing?: Footing; readonly unsupported?: Unsupported }

export type Unsupported = {
  readonly message: string
  readonly feature?: Feature | undefined
  readonly blockedByThinking: boolean
}

/** The model that answers this control. */
export function modelFor({ model }: RunParts, control: string): Model {
  return model.forControl?.(control) ?? model
}

/** Asks for one reply within the budget and records it, together with what `drafts` makes of it, in one transaction. */
export async function callModel(
  parts: RunParts,
  call: ModelCall,
  digest: string,
  drafts: (heard: Heard) => readonly Draft[],
): Promise<Heard> {
  const recorded = parts.journal.find(call.key)
  if (!recorded) throwIfStopped(parts.signal, call.forSummary)
  try {
    return await parts.journal.step(call.key, digest, async () => {
      parts.budget.reserve(call.key, worstCase(parts, call), call.forSummary)
      const started = parts.journal.now()
      const heard = redactReply(parts, await hear(parts, call))
      const event = calledEvent(parts, call, heard, parts.journal.now() - started)
      return {
        value: heard,
        with: [
          ...measuredDrafts(parts, modelFor(parts, call.control), call),
          { key: factKey(call.key, "model.called"), record: { kind: "event", event } },
          ...drafts(heard),
        ],
      }
    })
  } finally {
    parts.budget.settle(call.key)
  }
}

function throwIfStopped(signal: AbortSignal, forSummary: boolean): void {
  if (signal.aborted && !forSummary) throw signal.reason
}

/** Where a control is asked for, a refusal of the way it is asked is an answer too: the next rung is tried. */
async function hear(parts: RunParts, call: ModelCall): Promise<Heard> {
  const { footing } = call
  if (!footing) return fetchReply(parts, call)
  try {
    return { ...(await fetchReply(parts, call)), footing }
  } catch (error) {
    if (!(error instanceof ModelError) || !isRefusalOfForm(error)) throw error
    const { message, feature, blockedByThinking } = error
    return {
      text: "",
      calls: [],
      usage: NO_USAGE,
      finish: "other",
      footing,
      unsupported: { message, feature, blockedByThinking },
    }
  }
}

/** Endpoints nobody knows say "bad request" to what they don't have. */
function isRefusalOfForm({ kind, status }: ModelError): boolean {
  return kind === "unsupported" || (kind === "refused" && (status === 400 || status === 422))
}

async function fetchReply(parts: RunParts, call: ModelCall): Promise<ModelReply> {
  const signal = call.forSummary ? summarySignal(parts) : parts.signal
  const live = new LiveText(parts.secrets, (text) => parts.live({ type: "model.delta", key: call.key, text }))
  const maxOutputTokens = parts.budget.replyLimit(call.forSummary)
  try {
    const reply = await readReply(
      modelFor(parts, call.control),
      {
        purpose: { key: call.key, control: call.control },
        messages: call.messages,
        tools: call.tools,
        choice: call.choice,
        ...(call.format ? { format: call.format } : {}),
        ...(call.thinking ? { thinking: call.thinking } : {}),
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      },
      signal,
      {
        onText: (text) => live.add(text),
        onRetry: (reason, wait_ms) => {
          live.restart()
          parts.live({ type: "model.retried", key: call.key, reason: parts.secrets.redact(reason), wait_ms })
        },
      },
    )
    live.end()
    return reply
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error
  }
}

/** A run out of time may still report; a cancelled one does so without the model. */
function summarySignal({ budget, endSignal }: RunParts): AbortSignal {
  const ms = Math.min(MAX_TIMER_MS, Math.max(SUMMARY_GRACE_MS, Math.ceil(budget.remainingMs())))
  return AbortSignal.any([endSignal, AbortSignal.timeout(ms)])
}

/** How long a summary may take once the run's own time is over. */
const SUMMARY_GRACE_MS = 60_000
const MAX_TIMER_MS = 2 ** 31 - 1

function worstCase({ budget, journal }: RunParts, call: ModelCall): Spend {
  const prompt = promptTokens(call.messages, call.tools) * promptMargin(journal.entries)
  return budget.worstCase(prompt, call.forSummary)
}

function calledEvent(parts: RunParts, call: ModelCall, reply: ModelReply, ms: number) {
  return {
    type: "model.called" as const,
    control: call.control,
    rung: call.footing?.rung ?? call.choice.kind,
    attempt: call.attempt,
    usage: reply.usage,
    cost: costOf(reply.usage, parts.environment.price),
    ms,
    repeated: call.repeated.length === 0 ? 0 : Math.min(reply.usage.prompt, promptTokens(call.repeated, call.tools)),
    estimated: promptTokens(call.messages, call.tools),
  }
}
