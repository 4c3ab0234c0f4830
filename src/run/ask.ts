import type { Draft } from "../journal/journal.ts"
import { digestOf } from "../journal/stable-json.ts"
import type { Message } from "../protocol/message.ts"
import { callModel } from "./call-model.ts"
import type { Control } from "./control.ts"
import type { Conversation } from "./conversation.ts"
import type { Panel } from "./panel.ts"
import { type Reading, readAnswer } from "./read-answer.ts"
import type { RunParts } from "./run-parts.ts"
import { ControlFailed } from "./stops.ts"

/** A part that came along with another answer and is kept under the key where it will be asked for. */
export type Carried = { readonly key: string; readonly control: Control<unknown>; readonly value: unknown }

export type Question<T> = {
  readonly control: Control<T>
  readonly panel: Panel
  readonly conversation: Conversation
  /** Told to the model only if it is really asked: a carried answer needs no question. */
  readonly prompt: string
  /** What the schema can't say; each issue is sent back to the model. */
  readonly check?: (value: T) => readonly string[]
  /** What to keep of the other parts of an accepted answer. */
  readonly carry?: (value: T, others: Readonly<Record<string, unknown>>) => readonly Carried[]
  readonly forSummary?: boolean
}

type Accepted<T> = { readonly value: T; readonly reply: Message | null }

/** Obtains exactly the structure that was asked for, or throws `ControlFailed`. Nothing else in a reply has any effect. */
export async function ask<T>(parts: RunParts, key: string, question: Question<T>): Promise<T> {
  const recorded = parts.journal.find(key)
  const accepted = recorded
    ? ((await parts.journal.step(key, controlDigest(question.control), notAgain)) as Accepted<T>)
    : undefined
  if (accepted && !accepted.reply) return adopt(key, question, accepted.value)
  question.conversation.tell(question.prompt)
  const messages = question.conversation.next()
  const { value, reply } = accepted ?? (await tryUntilValid(parts, key, question, messages))
  if (reply) question.conversation.accept(reply)
  return value
}

async function notAgain(): Promise<never> {
  throw new Error("A recorded answer is never asked for again.")
}

/** A carried answer enters the transcript as a call of its own, unless the reply that brought it stands there already. */
function adopt<T>(key: string, { control, panel, conversation }: Question<T>, value: T): T {
  if (conversation.endsWithReply) return value
  const call = {
    id: `call_${digestOf(key).slice(0, 12)}`,
    name: panel.wireName(control),
    arguments: JSON.stringify(panel.wrap(control, value)),
  }
  conversation.adopt({ role: "assistant", text: "", calls: [call] })
  return value
}

async function tryUntilValid<T>(
  parts: RunParts,
  key: string,
  question: Question<T>,
  messages: readonly Message[],
): Promise<Accepted<T>> {
  const { limits } = parts.environment
  const most = Math.min(1 + limits.repairs_per_rung, limits.calls_per_control)
  let issues: readonly string[] = []
  for (let attempt = 1, triesNow = 0; ; attempt++) {
    const tryKey = `${key}/try-${attempt}`
    if (isOfThisEpoch(parts, tryKey) && ++triesNow > most) throw new ControlFailed(question.control.name, most, issues)
    const reading = await tryOnce(parts, {
      key,
      tryKey,
      attempt,
      question,
      messages: withIssues(question, messages, issues),
    })
    if (reading.kind === "valid") return { value: reading.value, reply: reading.reply }
    issues = reading.issues
  }
}

/** Tries of an epoch that has ended don't count any more: a resumed run may ask anew. */
function isOfThisEpoch(parts: RunParts, key: string): boolean {
  const found = parts.journal.find(key)
  return !found || found.seq > parts.tally.epochStart
}

type Try<T> = {
  readonly key: string
  readonly tryKey: string
  readonly attempt: number
  readonly question: Question<T>
  readonly messages: readonly Message[]
}

async function tryOnce<T>(parts: RunParts, { key, tryKey, attempt, question, messages }: Try<T>): Promise<Reading<T>> {
  const { control, panel } = question
  const reply = await callModel(
    parts,
    {
      key: tryKey,
      control: control.name,
      attempt,
      messages,
      repeated: question.conversation.repeated,
      tools: panel.specs,
      choice: { kind: "named", name: panel.wireName(control) },
      forSummary: question.forSummary ?? false,
    },
    controlDigest(control),
    (received) => draftsOf(key, tryKey, question, readAnswer(question, received)),
  )
  return readAnswer(question, reply)
}

function draftsOf<T>(key: string, tryKey: string, question: Question<T>, reading: Reading<T>): readonly Draft[] {
  const { control } = question
  if (reading.kind === "invalid") {
    const event = { type: "plan.rejected" as const, control: control.name, issues: [...reading.issues] }
    return [{ key: `${tryKey}#plan.rejected`, record: { kind: "event", event } }]
  }
  const carried = question.carry?.(reading.value, reading.others) ?? []
  return [
    accepted(key, control, { value: reading.value, reply: reading.reply }),
    ...carried.map((part) => accepted(part.key, part.control, { value: part.value, reply: null })),
  ]
}

function accepted(key: string, control: Control<unknown>, value: Accepted<unknown>): Draft {
  return { key, record: { kind: "step", digest: controlDigest(control), value } }
}

function controlDigest(control: Control<unknown>): string {
  return digestOf({ control: control.name, version: control.version })
}

/** Failed tries leave no trace in the transcript; the model is told what was wrong, not shown its own mistake. */
function withIssues<T>(
  question: Question<T>,
  messages: readonly Message[],
  issues: readonly string[],
): readonly Message[] {
  if (issues.length === 0) return messages
  const name = question.panel.wireName(question.control)
  const text = `Your last reply could not be used:\n${issues.map((issue) => `- ${issue}`).join("\n")}\nCall ${name} again, complete and corrected.`
  return [...messages, { role: "user", text }]
}
