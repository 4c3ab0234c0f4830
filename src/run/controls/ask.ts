import { digestOf } from "../../journal/stable-json.ts"
import { hasFields, type StepKey } from "../../journal/step-key.ts"
import type { ToolSpec } from "../../model/seam/model.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import { parseJson } from "../../text/parse-json.ts"
import { withinContext } from "../context/compaction.ts"
import type { Conversation } from "../context/conversation.ts"
import type { RunParts } from "../core/run-parts.ts"
import { isBound, isBrief } from "./brief.ts"
import { type Control, issuesOf } from "./control.ts"
import { controlDigest, obtain, openingFooting } from "./obtain.ts"
import type { Panel } from "./panel.ts"
import { withAlong } from "./rung-request.ts"

/** A part that came along with another answer and is kept under the key where it will be asked for. */
export type Carried = { readonly key: string; readonly control: Control<unknown>; readonly value: unknown }

/** A part that came along and can't be used: where it will be asked for, it is said why. */
export type Dropped = { readonly key: string; readonly control: Control<unknown>; readonly issues: readonly string[] }

/** What came along with another answer for a control, if anything did. `check`: what the schema can't say. */
export function cameAlong<T>(
  others: Readonly<Record<string, unknown>>,
  { key, control }: { readonly key: string; readonly control: Control<T> },
  check: (value: T) => readonly string[],
): (Carried | Dropped)[] {
  const part = others[control.name]
  if (part === undefined || part === null) return []
  const parsed = control.input.safeParse(part)
  const issues = parsed.success ? check(parsed.data) : issuesOf(parsed.error)
  return parsed.success && issues.length === 0 ? [{ key, control, value: parsed.data }] : [{ key, control, issues }]
}

/** One question for a control: what is asked, how, and in which conversation. */
export type ControlQuestion<T> = {
  readonly control: Control<T>
  readonly panel: Panel
  readonly conversation: Conversation
  /** Told to the model only if it is really asked: a carried answer needs no question. */
  readonly prompt: string
  /** What else the same answer may bring: said behind the prompt, where the rung has room for it. */
  readonly along?: string
  /** What the schema can't say; each issue is sent back to the model. */
  readonly check?: (value: T) => readonly string[]
  /** What to keep of the other parts of an accepted answer. */
  readonly carry?: (value: T, others: Readonly<Record<string, unknown>>) => readonly (Carried | Dropped)[]
  /** What it comes to where it is left out and another part says enough: a plan for more says that the work is not done. */
  readonly without?: (others: Readonly<Record<string, unknown>>) => T | undefined
  readonly forSummary?: boolean
}

/** An answer as it is recorded; `reply` is `null` where another reply carried it. */
export type Accepted<T> = { readonly value: T; readonly reply: Message | null }

/** Obtains exactly the structure that was asked for, or throws `ControlFailed`. Nothing else in a reply has any effect. */
export async function ask<T>(parts: RunParts, key: string, question: ControlQuestion<T>): Promise<T> {
  const recorded = parts.journal.find(key)
  const answer: StepKey<Accepted<T>> = {
    key,
    digest: controlDigest(question.control),
    is: hasFields({ reply: "object" }),
  }
  const accepted = recorded ? await parts.journal.step(answer, notAgain) : undefined
  if (accepted && !accepted.reply) return adopt(key, question, accepted.value)
  const opening = withAlong(openingFooting(parts, key, question), question)
  question.conversation.tell([...whyDropped(parts, key), opening].join("\n"))
  const place = { key, control: question.control.name, tools: shownSpecs(parts, question) }
  const { value, reply } = await withinContext(parts, place, question.conversation, async (messages) => {
    return accepted ?? obtain(parts, key, question, messages)
  })
  if (reply) question.conversation.accept(reply)
  return value
}

function shownSpecs<T>(parts: RunParts, { panel, control }: ControlQuestion<T>): readonly ToolSpec[] {
  return isBrief(parts) || isBound(parts, control) ? panel.variants : panel.specs
}

/** The same words on replay: they are in the log. */
function whyDropped({ journal }: RunParts, key: string): string[] {
  const record = journal.find(factKey(key, "plan.rejected"))?.record
  if (record?.kind !== "event" || record.event.type !== "plan.rejected") return []
  return [`The ${record.event.control} that came along was not used: ${record.event.issues.join("; ")}`]
}

async function notAgain(): Promise<never> {
  throw new Error("A recorded answer is never asked for again.")
}

/** A carried answer enters the transcript as a call of its own, unless the reply that brought it stands there already. */
function adopt<T>(key: string, { control, panel, conversation }: ControlQuestion<T>, value: T): T {
  if (conversation.endsWithReply || hasBrought(conversation.messages.at(-1), control, panel)) return value
  const call = {
    id: `call_${digestOf(key).slice(0, 12)}`,
    name: panel.wireName(control),
    arguments: JSON.stringify(panel.wrap(control, value)),
  }
  conversation.adopt({ role: "assistant", text: "", calls: [call] })
  return value
}

function hasBrought(last: Message | undefined, control: Control<unknown>, panel: Panel): boolean {
  const [call, ...more] = last?.role === "assistant" ? last.calls : []
  if (!call || more.length > 0 || call.name !== panel.wireName(control)) return false
  const input = parseJson(call.arguments)
  return input.ok && panel.split(control, input.value).part !== undefined
}
