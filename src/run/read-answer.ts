import type { ModelReply } from "../model/model.ts"
import type { Message } from "../protocol/message.ts"
import { type Control, issuesOf } from "./control.ts"
import type { Panel } from "./panel.ts"

/** What a reply amounts to at a control point. */
export type Reading<T> =
  | {
      readonly kind: "valid"
      readonly value: T
      readonly others: Readonly<Record<string, unknown>>
      readonly reply: Message
    }
  | { readonly kind: "invalid"; readonly issues: readonly string[] }

type Asked<T> = {
  readonly control: Control<T>
  readonly panel: Panel
  readonly check?: (value: T) => readonly string[]
}

/** Pure: the same reply always reads the same, live or replayed. Calls of other tools are dropped, never run. */
export function readAnswer<T>(asked: Asked<T>, reply: ModelReply): Reading<T> {
  const name = asked.panel.wireName(asked.control)
  if (reply.finish === "length") return invalid("the reply was cut off by the length limit; answer in fewer words")
  const call = reply.calls.find((made) => made.name === name)
  if (!call) return invalid(noCall(reply, name))
  const input = parseJson(call.arguments)
  if (!input.ok) return invalid(`the arguments of ${name} are not valid JSON (${input.problem})`)
  const { part, others } = asked.panel.split(asked.control, input.value)
  if (part === undefined) return invalid(`${asked.control.name} is due and missing`)
  const parsed = asked.control.input.safeParse(part)
  if (!parsed.success) return { kind: "invalid", issues: issuesOf(parsed.error) }
  const issues = asked.check?.(parsed.data) ?? []
  if (issues.length > 0) return { kind: "invalid", issues }
  return { kind: "valid", value: parsed.data, others, reply: { role: "assistant", text: reply.text, calls: [call] } }
}

function invalid(issue: string): Reading<never> {
  return { kind: "invalid", issues: [issue] }
}

function noCall(reply: ModelReply, name: string): string {
  if (reply.calls.length > 0)
    return `${reply.calls.map((call) => call.name).join(", ")} can't be called now, only ${name}`
  if (reply.finish === "refused") return `the reply was refused; call ${name} with what can be said`
  if (reply.text.trim() === "") return "the reply was empty"
  return `the reply was text; put it into a call of ${name}`
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string }

export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, problem: (error as Error).message }
  }
}
