import type { EntryDraft } from "../../journal/journal.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { factKey, tryKey as keyOfTry } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import { isOfEarlierEpoch } from "../core/place-log.ts"
import { isSmallProfile } from "../core/profile.ts"
import type { RunParts } from "../core/run-parts.ts"
import { ControlFailed } from "../core/stops.ts"
import { callModel, type Heard, isHeard, modelFor } from "../model-call/call-model.ts"
import type { Accepted, ControlQuestion } from "./ask.ts"
import { isBound, isBrief } from "./brief.ts"
import type { Control } from "./control.ts"
import { DEFAULT_TRAITS, type Footing, nextFooting, type Step, type TryEnd } from "./ladder.ts"
import { type AnswerReading, readAnswer } from "./read-answer.ts"
import { askedOn, withIssues, withoutAlong } from "./rung-request.ts"

/**
 * Asks until the answer is valid: down the ladder, with what was wrong sent back, `calls_per_control` times at most.
 * Each try is recorded with its rung; on replay the path is read from the log, not from what was learned since.
 */
export async function obtain<T>(
  parts: RunParts,
  key: string,
  question: ControlQuestion<T>,
  messages: readonly Message[],
): Promise<Accepted<T>> {
  const steps: Step[] = []
  let issues: readonly string[] = []
  let told: readonly string[] = []
  let before = ""
  for (let attempt = 1, triesNow = 0; ; attempt++) {
    const tryKey = keyOfTry(key, attempt)
    // Tries of an epoch that has ended don't count any more: a resumed run may ask anew, from the top of the ladder.
    const isNow = !isOfEarlierEpoch(parts, tryKey)
    if (isNow && triesNow === 0) steps.length = 0
    const footing = recordedFooting(parts, tryKey) ?? footingNow(parts, question, steps)
    if (!footing || (isNow && ++triesNow > parts.environment.limits.calls_per_control)) {
      await forgetRungs(parts, question, steps)
      throw new ControlFailed(parts.environment.language, question.control.name, attempt - 1, issues)
    }
    const words = JSON.stringify([footing, told])
    const asked = { key, tryKey, attempt, footing, question, messages, issues: told, isRepeat: words === before }
    const { reading, heard } = await tryOnce(parts, asked)
    before = words
    if (reading.kind === "valid") {
      await rememberThinking(parts, question, steps, footing)
      return { value: reading.value, reply: reading.reply }
    }
    steps.push({ footing, end: endOf(reading, heard) })
    await rememberLeft(parts, question, steps)
    issues = reading.issues
    // What the endpoint would not take is no fault of the model's.
    told = heard.unsupported ? [] : issues
  }
}

/** Where the first try stands, or stood: what is told with the question goes by it. */
export function openingFooting<T>(parts: RunParts, key: string, question: ControlQuestion<T>): Footing | undefined {
  return recordedFooting(parts, keyOfTry(key, 1)) ?? footingNow(parts, question, [])
}

function recordedFooting(parts: RunParts, tryKey: string): Footing | undefined {
  const heard = parts.journal.valueOf(tryKey, isHeard)
  return heard && (heard.footing ?? { rung: "named", thinking: "free" })
}

function footingNow<T>(parts: RunParts, { control }: ControlQuestion<T>, steps: readonly Step[]): Footing | undefined {
  const traits = modelFor(parts, control.name).traits ?? DEFAULT_TRAITS
  return nextFooting(traits, steps, parts.environment.limits.repairs_per_rung)
}

type Try<T> = {
  readonly key: string
  readonly tryKey: string
  readonly attempt: number
  readonly footing: Footing
  readonly question: ControlQuestion<T>
  readonly messages: readonly Message[]
  readonly issues: readonly string[]
  /** It was asked in these words before. */
  readonly isRepeat: boolean
}

async function tryOnce<T>(parts: RunParts, asked: Try<T>) {
  const { key, tryKey, attempt, footing, question, messages, issues, isRepeat } = asked
  const { control, panel } = question
  const possible = withoutAlong(footing, question, messages)
  const heard = await callModel(
    parts,
    {
      key: tryKey,
      control: control.name,
      attempt,
      repeated: question.conversation.repeated,
      forSummary: question.forSummary ?? false,
      footing,
      isRepeat,
      ...askedOn(
        footing,
        {
          control,
          panel,
          isBrief: isBrief(parts),
          isBound: isBound(parts, control),
          hasExample: isSmallProfile(parts.environment),
        },
        withIssues(footing, { control, panel }, possible, issues),
      ),
    },
    controlDigest(control),
    (received) => draftsOf(key, tryKey, question, read(question, received)),
  )
  return { heard, reading: read(question, heard) }
}

function read<T>(question: ControlQuestion<T>, heard: Heard): AnswerReading<T> {
  return heard.unsupported ? { kind: "invalid", issues: [heard.unsupported.message] } : readAnswer(question, heard)
}

function endOf<T>(reading: AnswerReading<T>, { unsupported }: Heard): TryEnd {
  if (unsupported) return { kind: "unsupported", ...unsupported }
  return { kind: reading.kind === "unforced" ? "unforced" : "invalid" }
}

/** A rung that was refused or not honoured is left for good, in this run and in later ones: known as soon as it is seen. */
async function rememberLeft<T>(
  parts: RunParts,
  { control }: ControlQuestion<T>,
  steps: readonly Step[],
): Promise<void> {
  const last = steps.at(-1)
  const isOver = last?.end.kind === "unforced" || (last?.end.kind === "unsupported" && !last.end.blockedByThinking)
  if (!last || !isOver || last.footing.rung === "text") return
  const model = modelFor(parts, control.name)
  const rungs = (model.traits ?? DEFAULT_TRAITS).rungs.filter((rung) => rung !== last.footing.rung)
  if (rungs.length > 0) await model.learn?.({ rungs })
}

async function rememberThinking<T>(
  parts: RunParts,
  { control }: ControlQuestion<T>,
  steps: readonly Step[],
  footing: Footing,
): Promise<void> {
  const blocked = steps.filter(({ end }) => end.kind === "unsupported" && end.blockedByThinking)
  if (blocked.length === 0) return
  const model = modelFor(parts, control.name)
  const { rungs } = model.traits ?? DEFAULT_TRAITS
  // Thinking that stays on is in the way of every forced call.
  const stays = blocked.some(({ footing: tried }) => tried.thinking === "off")
  if (stays) await model.learn?.({ rungs: rungs.filter((rung) => rung === "schema" || rung === "text") })
  else if (footing.thinking === "off") await model.learn?.({ thinkingOff: true })
}

/** Where even the last rung brought nothing, it was not the rungs: the next run tries them all again. */
async function forgetRungs<T>(parts: RunParts, { control }: ControlQuestion<T>, steps: readonly Step[]): Promise<void> {
  if (steps.at(-1)?.footing.rung === "text") await modelFor(parts, control.name).learn?.({ rungs: undefined })
}

function draftsOf<T>(
  key: string,
  tryKey: string,
  question: ControlQuestion<T>,
  reading: AnswerReading<T>,
): readonly EntryDraft[] {
  const { control } = question
  if (reading.kind !== "valid") {
    return [rejected(tryKey, { control, issues: reading.issues })]
  }
  const carried = question.carry?.(reading.value, reading.others) ?? []
  return [
    accepted(key, control, { value: reading.value, reply: reading.reply }),
    ...carried.map((part) =>
      "issues" in part
        ? rejected(part.key, part)
        : accepted(part.key, part.control, { value: part.value, reply: null }),
    ),
  ]
}

type Rejected = { readonly control: Control<unknown>; readonly issues: readonly string[] }

function rejected(key: string, { control, issues }: Rejected): EntryDraft {
  const event = { type: "plan.rejected" as const, control: control.name, issues: [...issues] }
  return { key: factKey(key, "plan.rejected"), record: { kind: "event", event } }
}

function accepted(key: string, control: Control<unknown>, value: Accepted<unknown>): EntryDraft {
  return { key, record: { kind: "step", digest: controlDigest(control), value } }
}

/** What a recorded answer must have been asked for: the control and its version, not the words around it. */
export function controlDigest(control: Control<unknown>): string {
  return digestOf({ control: control.name, version: control.version })
}
