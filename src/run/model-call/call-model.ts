import type { Effect, EntryDraft } from "../../journal/journal.ts"
import { type Guard, hasFields } from "../../journal/step-key.ts"
import { isLostInThought } from "../../model/seam/lost-in-thought.ts"
import type { Model, ModelReply, ModelRequest, ToolChoice, ToolSpec } from "../../model/seam/model.ts"
import { type Feature, ModelError } from "../../model/seam/model-error.ts"
import { readReply } from "../../model/seam/read-reply.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import { addUsage, NO_USAGE } from "../../protocol/log/usage.ts"
import { clip } from "../../text/clip.ts"
import type { Spend } from "../budget/budget.ts"
import type { Footing } from "../controls/ladder.ts"
import type { RunParts } from "../core/run-parts.ts"
import { isMiddlingWindow, isSmallWindow, longestReply } from "../core/small-window.ts"
import { CallProgress } from "./call-progress.ts"
import { calledEvent, recordLoss, Tries } from "./called-event.ts"
import { inOwnTokens, measuredDrafts, promptMargin, promptTokens } from "./context-size.ts"
import { learnWindow } from "./learn-window.ts"
import { LiveText } from "./live-text.ts"
import { OutputMeter } from "./output-meter.ts"
import { patienceOf } from "./patience.ts"
import { withPictures } from "./pictures.ts"
import { redactReply } from "./redact-reply.ts"
import { summarySignal } from "./summary-time.ts"

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
  /** The same was asked before, and its answer was of no use. */
  readonly isRepeat?: boolean
  /** The summary may spend what is kept back for it. */
  readonly forSummary: boolean
  /** A word of the reply that is not shown while it comes. */
  readonly hidden?: string
}

/** A call with the size of its prompt by estimate, and the longest reply that it asks for, in tokens. */
export type AskedCall = ModelCall & { readonly estimated: number; readonly maxOutput: number }

/** A reply as it is recorded: how it was asked for, and that the endpoint would not take the question so, if it wouldn't. */
export type Heard = ModelReply & { readonly footing?: Footing; readonly unsupported?: Unsupported }

export const isHeard: Guard<Heard> = hasFields({ text: "string", calls: "list" })

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
  drafts: (heard: Heard) => readonly EntryDraft[],
): Promise<Heard> {
  const recorded = parts.journal.find(call.key)
  if (!recorded) throwIfStopped(parts.signal, call.forSummary)
  try {
    return await parts.journal.step({ key: call.key, digest, is: isHeard }, () => askAndTell(parts, call, drafts))
  } finally {
    parts.budget.settle(call.key)
  }
}

async function askAndTell(
  parts: RunParts,
  call: ModelCall,
  drafts: (heard: Heard) => readonly EntryDraft[],
): Promise<Effect<Heard>> {
  const estimated = promptTokens(call.messages, call.tools)
  refuseWhatCannotFit(parts, call.control, estimated)
  const maxOutput = parts.budget.replyLimit(call.forSummary, roomFor(parts, call.control, estimated))
  const asked = { ...call, estimated, maxOutput }
  parts.budget.reserve(call.key, worstCase(parts, asked), call.forSummary)
  const model = modelFor(parts, call.control)
  const meter = new OutputMeter(estimated)
  const started = parts.journal.now()
  const tries = new Tries(parts, asked)
  let heard: Heard
  try {
    heard = await parts.sentCalls.whileHeard(asked, model.id, hear(parts, asked, { meter, tries }))
  } catch (error) {
    if (error instanceof ModelError && isOfEndpoint(error)) await tries.failed(error, null)
    await recordLoss(parts, asked, { error, meter, started })
    throw error
  }
  const value = redactReply(parts, { ...heard, usage: addUsage(heard.usage, meter.void) })
  const event = { ...calledEvent(parts, asked, value, parts.journal.now() - started), ...saidBeside(asked, value) }
  const called: EntryDraft = { key: factKey(call.key, "model.called"), record: { kind: "event", event } }
  return { value, with: [...measuredDrafts(parts, model, asked), called, ...drafts(value)] }
}

/** A free reply that calls tools may say what they are for. One that calls none is an answer, and is recorded as such. */
function saidBeside({ footing, forSummary, hidden }: AskedCall, { text, calls }: Heard): { readonly said?: string } {
  if (footing || forSummary || calls.length === 0) return {}
  const said = (hidden === undefined ? text : text.replaceAll(hidden, "")).trim()
  return said === "" ? {} : { said: clip(said, MOST_SAID) }
}

const MOST_SAID = 4000

function throwIfStopped(signal: AbortSignal, forSummary: boolean): void {
  if (signal.aborted && !forSummary) throw signal.reason
}

/** What is found too long before it is sent is no try. */
function isOfEndpoint({ kind, status }: ModelError): boolean {
  return kind !== "overflow" || status !== undefined
}

type Listening = { readonly meter: OutputMeter; readonly tries: Tries }

function hear(parts: RunParts, call: AskedCall, listening: Listening): Promise<Heard> {
  const reply = fetchReply(parts, call, listening)
  return call.footing ? heardOn(call.footing, reply) : reply
}

/** Where a control is asked for, a refusal of the way it is asked is an answer too: the next rung is tried. */
async function heardOn(footing: Footing, reply: Promise<ModelReply>): Promise<Heard> {
  try {
    return { ...(await reply), footing }
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

async function fetchReply(parts: RunParts, call: AskedCall, { meter, tries }: Listening): Promise<ModelReply> {
  const signal = call.forSummary ? summarySignal(parts) : parts.overtaking.signal
  const live = new LiveText(parts.secrets, (text) => {
    const seen = call.hidden === undefined ? text : text.replaceAll(call.hidden, "")
    if (seen !== "") parts.live({ type: "model.delta", key: call.key, text: seen })
  })
  const progress = new CallProgress(parts, call.key)
  const trace = parts.reach?.(call.key, {
    model: modelFor(parts, call.control).id,
    content: () => parts.secrets.redactIn(call.messages),
  })
  try {
    const reply = await readReply(
      modelFor(parts, call.control),
      {
        purpose: { key: call.key, control: call.control },
        messages: await withPictures(parts, call.messages),
        tools: call.tools,
        choice: call.choice,
        ...(call.format ? { format: call.format } : {}),
        ...(isWithoutThoughts(parts, call) ? { thinking: "off" } : {}),
        // A control is one answer, and the same to the same question: where that was of no use, it is left to chance.
        ...(call.footing ? { steady: !call.isRepeat, oneCall: true } : {}),
        maxOutputTokens: call.maxOutput,
        patience: patienceOf(parts, call.forSummary),
        ...(trace ? { trace } : {}),
      },
      signal,
      {
        onText: (text) => live.add(text),
        onOutput: (tokens) => {
          meter.hear(tokens)
          progress.hear(tokens)
          parts.budget.requireOutput(call.key, meter.spent, call.forSummary)
        },
        onPrompt: (prompt) => progress.read(prompt),
        onRetry: async ({ reason, waitMs: wait_ms, error }) => {
          live.restart()
          meter.restart()
          progress.restart()
          parts.live({ type: "model.retried", key: call.key, reason: parts.secrets.redact(reason), wait_ms })
          if (error) await tries.failed(error, wait_ms)
          // Refused for its length together with the reply; a shorter one is asked for.
          if (error?.sizes?.window) await learnWindow(parts, call, error.sizes)
        },
      },
    )
    live.end()
    await rememberThoughts(parts, call, reply)
    return reply
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error
  }
}

function isWithoutThoughts(parts: RunParts, { thinking, control }: AskedCall): boolean {
  return thinking === "off" || modelFor(parts, control).traits?.thinking === "unwanted"
}

/** Where replies are short, thoughts that used one up would do so again. */
async function rememberThoughts(parts: RunParts, { control }: AskedCall, reply: ModelReply): Promise<void> {
  const model = modelFor(parts, control)
  const isShort = isSmallWindow(model.contextWindow) || isMiddlingWindow(model.contextWindow)
  if (isShort && isLostInThought(reply)) await model.learn?.({ thinkingOff: "always" })
}

/** What is longer than the window alone is not sent: some servers would cut it without a word. */
function refuseWhatCannotFit(parts: RunParts, control: string, estimated: number): void {
  const { id, contextWindow } = modelFor(parts, control)
  const prompt = Math.ceil(inOwnTokens(parts, estimated))
  if (prompt <= contextWindow) return
  const sizes = `The prompt has about ${prompt} tokens, the window of ${id} has ${contextWindow}.`
  const message = `${sizes} Nothing was sent. ${LARGER_WINDOW}`
  throw new ModelError("overflow", message, { sizes: { prompt, window: contextWindow } })
}

const LARGER_WINDOW = "Give the model a larger window at its server, or set context_window if it has one already."

/** At least the part of the window that a conversation never fills; the endpoint counts better than we do. */
function roomFor(parts: RunParts, control: string, estimated: number): number {
  const { contextWindow } = modelFor(parts, control)
  if (parts.environment.window !== undefined && isSmallWindow(contextWindow)) return longestReply(contextWindow)
  if (isMiddlingWindow(contextWindow)) return longestReply(contextWindow)
  const left = contextWindow - ROOM_MARGIN * inOwnTokens(parts, estimated)
  return Math.floor(Math.max(LEAST_ROOM * contextWindow, left))
}

const ROOM_MARGIN = 1.1
const LEAST_ROOM = 0.2

function worstCase({ budget, journal }: RunParts, call: AskedCall): Spend {
  const prompt = call.estimated * promptMargin(journal.entries)
  return budget.worstCase(prompt, call.forSummary, call.maxOutput)
}
