import { notation } from "../../model/adapter/schema-notation.ts"
import type { ToolSpec } from "../../model/seam/model.ts"
import type { Message } from "../../protocol/log/message.ts"

/** How an answer is written where it is no call: as the object itself, also where tools stand beside it, or as a part under its name. */
export type AnswerForm = "whole" | "beside tools" | "part"

const FORMS: Readonly<Record<AnswerForm, string>> = {
  whole: "the fields of NAME as listed here.",
  "beside tools": "the fields of NAME as listed here. Tools are listed too, but can't be called in such an answer.",
  part: '{"NAME": {…}} with the fields of NAME as listed here.',
}

/**
 * What a rung without tools says of them: a server may turn a schema into a grammar and show it to nobody, so that everything
 * that can become due is named here. The same in every call of a conversation.
 */
export function guide(specs: readonly ToolSpec[], form: AnswerForm): string {
  return [
    `When a message says "Due: NAME", answer with one JSON object and nothing else, no prose and no fence: ${FORMS[form]} Fields with a ? are optional.`,
    ...specs.map(section),
  ].join("\n\n")
}

/** For tools that are spoken of and can't be called now. */
export function toolGuide(specs: readonly ToolSpec[]): string {
  return ["Tools that you can name, with their arguments:", ...specs.map(section)].join("\n\n")
}

function section({ name, description, schema }: ToolSpec): string {
  return `${name}: ${description}\n${notation(schema)}`
}

/** In the system message, where it is part of every prompt's beginning. */
export function withGuide(messages: readonly Message[], text: string): readonly Message[] {
  const [first, ...rest] = messages
  if (first?.role !== "system") return [{ role: "system", text }, ...messages]
  return [{ ...first, text: `${first.text}\n\n${text}` }, ...rest]
}
