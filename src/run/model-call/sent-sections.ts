import type { ToolSpec } from "../../model/seam/model.ts"
import type { SentSection } from "../../protocol/api/call-api.ts"
import type { Message } from "../../protocol/log/message.ts"
import { headOf } from "../../text/clip.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import type { ModelCall } from "./call-model.ts"
import { redactJson } from "./redact-reply.ts"

/** What a section is made of; the same object is the same section. */
export type SectionSource =
  | { readonly kind: "message"; readonly of: Message }
  | { readonly kind: "tool"; readonly of: ToolSpec }
  | { readonly kind: "form"; readonly of: NonNullable<ModelCall["format"]> }

/** The parts of a request in the order in which they are shown: system, tools, form, messages. */
export function sectionsOf({ messages, tools, format }: ModelCall): SectionSource[] {
  const [first, ...rest] = messages.map((of): SectionSource => ({ kind: "message", of }))
  const offered = tools.map((of): SectionSource => ({ kind: "tool", of }))
  const form: SectionSource[] = format ? [{ kind: "form", of: format }] : []
  return first ? [first, ...offered, ...form, ...rest] : [...offered, ...form]
}

/** A section as people may see it. */
export function shownSection(source: SectionSource, secrets: Secrets): SentSection {
  const { kind, name, text, calls } = plainSection(source)
  return {
    kind,
    ...(name === undefined ? {} : { name }),
    text: secrets.redact(text),
    ...(calls === undefined ? {} : { calls: calls.map((call) => redactedCall(call, secrets)) }),
  }
}

type SentCall = NonNullable<SentSection["calls"]>[number]

function redactedCall(call: SentCall, secrets: Secrets): SentCall {
  return { name: secrets.redact(call.name), arguments: redactJson(secrets, call.arguments, false) }
}

function plainSection(source: SectionSource): SentSection {
  if (source.kind === "message") return messageSection(source.of)
  const { name, schema } = source.of
  const shape = JSON.stringify(schema, null, 1)
  if (source.kind === "form") return { kind: "form", name, text: shape }
  return { kind: "tool", name, text: `${source.of.description}\n${shape}` }
}

function messageSection(message: Message): SentSection {
  const { text } = message
  if (message.role === "tool") return { kind: "result", name: message.name, text }
  if (message.role !== "assistant") return { kind: message.role, text }
  const calls = message.calls.map(({ name, arguments: input }) => ({ name, arguments: input }))
  return { kind: "assistant", text, ...(calls.length > 0 ? { calls } : {}) }
}

/** At most so many characters of it; its text gives way before its calls do. */
export function bounded(section: SentSection, most: number): SentSection {
  const length = lengthOf(section)
  if (length <= most) return section
  const calls = section.calls?.map((call) => ({ ...call, arguments: headOf(call.arguments, Math.floor(most / 2)) }))
  const text = headOf(section.text, Math.max(0, most - lengthOf({ ...section, text: "", ...(calls ? { calls } : {}) })))
  const short = { ...section, text, ...(calls ? { calls } : {}) }
  return { ...short, cut: length - lengthOf(short) }
}

/** In characters. */
export function lengthOf({ text, calls = [] }: SentSection): number {
  return calls.reduce((sum, { name, arguments: input }) => sum + name.length + input.length, text.length)
}
