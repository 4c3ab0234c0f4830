import type { ModelReply } from "../../model/seam/model.ts"
import type { Message, ToolCall } from "../../protocol/log/message.ts"
import { parseJson } from "../../text/parse-json.ts"
import { byOwnNames, type Control, issuesOf } from "./control.ts"
import { extractJson } from "./extract-json.ts"
import type { Panel } from "./panel.ts"

/** What a reply amounts to at a control point. `unforced`: nothing of what was asked for is in it. */
export type AnswerReading<T> =
  | {
      readonly kind: "valid"
      readonly value: T
      readonly others: Readonly<Record<string, unknown>>
      readonly reply: Message
    }
  | { readonly kind: "invalid" | "unforced"; readonly issues: readonly string[] }

type Asked<T> = {
  readonly control: Control<T>
  readonly panel: Panel
  readonly check?: (value: T) => readonly string[]
  readonly without?: (others: Readonly<Record<string, unknown>>) => T | undefined
}

/**
 * Pure: the same reply always reads the same, live or replayed. The call that was asked for counts, or the JSON in a text, however
 * it was asked for; calls of other tools are dropped, never run.
 */
export function readAnswer<T>(asked: Asked<T>, reply: ModelReply): AnswerReading<T> {
  const name = asked.panel.wireName(asked.control)
  const isCut = reply.finish === "length"
  const call = reply.calls.find((made) => made.name === name) ?? byItsOwnName(asked, reply)
  if (!call) return readText(asked, reply)
  const input = parseJson(call.arguments)
  if (!input.ok)
    return isCut ? CUT_OFF : no("invalid", `the arguments of ${name} are not valid JSON (${input.problem})`)
  return readPart(asked, input.value, { role: "assistant", text: reply.text, calls: [call], ...opaqueOf(reply) })
}

/** Where one tool carries several controls a model may call the control itself: it is taken, and told on, as what it stands for. */
function byItsOwnName<T>({ control, panel }: Asked<T>, { calls }: ModelReply): ToolCall | undefined {
  const call = calls.find((made) => made.name === control.name)
  if (!call) return undefined
  const input = parseJson(call.arguments)
  const meant = input.ok ? JSON.stringify(panel.ownCall(control, input.value)) : call.arguments
  return { ...call, name: panel.wireName(control), arguments: meant }
}

/** An answer that is no call stays in the transcript as text, always written the same way. */
function readText<T>(asked: Asked<T>, reply: ModelReply): AnswerReading<T> {
  const found = reply.calls.length > 0 ? undefined : extractJson(reply.text)
  if (reply.finish === "length" && (found ? found.repaired : !isProse(reply))) return CUT_OFF
  if (!found) return nothingThere(reply, asked.panel.wireName(asked.control))
  if (found.repaired && asked.control.exact)
    return no("invalid", "the reply is not strict JSON: mind quotes, commas and the end")
  const reading = readPart(asked, unwrapped(asked, found.value), {
    role: "assistant",
    text: "",
    calls: [],
    ...opaqueOf(reply),
  })
  if (reading.kind !== "valid") return reading
  const text = JSON.stringify(asked.panel.wrap(asked.control, reading.value))
  return { ...reading, reply: { ...reading.reply, text } as Message }
}

/** A part may come without the wrapping that its panel has. */
function unwrapped<T>({ control, panel }: Asked<T>, value: unknown): unknown {
  return panel.split(control, value).part === undefined ? panel.wrap(control, value) : value
}

function readPart<T>(asked: Asked<T>, input: unknown, reply: Message): AnswerReading<T> {
  const { part, others } = asked.panel.split(asked.control, input)
  if (part === undefined) {
    const value = asked.without?.(others)
    return value === undefined
      ? no("invalid", `${asked.control.name} is due and missing`)
      : { kind: "valid", value, others, reply }
  }
  const parsed = asked.control.input.safeParse(byOwnNames(asked.control, part))
  if (!parsed.success) return { kind: "invalid", issues: issuesOf(parsed.error) }
  const issues = asked.check?.(parsed.data) ?? []
  if (issues.length > 0) return { kind: "invalid", issues }
  return { kind: "valid", value: parsed.data, others, reply }
}

const CUT_OFF = no("invalid", "the reply was cut off by the length limit; answer in fewer words")

/** Words of its own, whatever ended them: nothing that was to be an answer has begun. */
function isProse({ text, calls }: ModelReply): boolean {
  return calls.length === 0 && text.trim() !== "" && !text.includes("{")
}

function opaqueOf({ opaque }: ModelReply): { opaque?: NonNullable<ModelReply["opaque"]> } {
  return opaque ? { opaque } : {}
}

function no(kind: "invalid" | "unforced", issue: string): AnswerReading<never> {
  return { kind, issues: [issue] }
}

/** A reply may call anything, any number of times. */
const MOST_NAMES = 8

/** Where a call is forced there can be no prose and no other call: then forcing does not work here. Silence says nothing of it. */
function nothingThere(reply: ModelReply, name: string): AnswerReading<never> {
  if (reply.calls.length > 0) {
    const called = reply.calls.slice(0, MOST_NAMES).map((call) => call.name)
    const more = reply.calls.length > MOST_NAMES ? ` and ${reply.calls.length - MOST_NAMES} more` : ""
    return no("unforced", `${called.join(", ")}${more} can't be called now, only ${name}`)
  }
  if (reply.finish === "refused") return no("invalid", "the reply was refused; answer with what can be said")
  if (reply.text.trim() === "") return no("invalid", "the reply was empty")
  return no("unforced", `the reply was text; put it into a call of ${name}`)
}
