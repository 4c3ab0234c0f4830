import type { JsonSchema } from "../../../src/model/seam/model.ts"
import { shownSchema } from "../../../src/testing/shown-schema.ts"
import { asRecord } from "./json.ts"
import { styleJson } from "./json-style.ts"
import type { EmulatedThought, HeardRequest } from "./mind.ts"
import { schemaInText } from "./schema-in-text.ts"

/** What the model is to produce: a control by its name, if one is known, and the top-level properties of its schema. */
export type Due = {
  readonly control: string | undefined
  readonly parts: readonly string[]
  readonly schema: JsonSchema
}

/** Makes the answer that is due. */
export type Answers = (due: Due, asked: HeardRequest) => object

/** How an obedient mind deviates from the plainest obedience. */
export type ObedientSettings = {
  /** JSON in text comes in a fence. */
  readonly fenced?: boolean
  /** With a free choice it calls the tool that the last message names, or the only one; else it talks. */
  readonly eager?: boolean
  /** Names to look for in the last message where a schema comes without one. */
  readonly controls?: readonly string[]
  readonly prose?: string
}

const PROSE = "I would look at the workspace first."

/** Does what it is held to: a call if forced, JSON if a schema demands it or the last message asks for it, prose otherwise. */
export function obedientMind(
  answers: Answers,
  settings: ObedientSettings = {},
): (asked: HeardRequest) => EmulatedThought {
  const answer = (due: Due, asked: HeardRequest) => JSON.stringify(answers(due, asked))
  return (asked) => {
    if (asked.format) return { text: answer(formatDue(asked.format, asked, settings), asked) }
    const tool = toolDue(asked, settings)
    if (tool) return { calls: [{ name: tool.name, input: answers(dueOf(tool.schema, tool.name), asked) }] }
    const schema = shownSchema(asked.messages.map(({ text }) => text)) ?? schemaInText(lastText(asked))
    if (!schema) return { text: settings.prose ?? PROSE }
    const json = answer(dueOf(schema, titleOf(schema) ?? named(asked, settings)), asked)
    return { text: settings.fenced ? styleJson(json, "fenced") : json }
  }
}

/** Where only JSON as such can be asked for (DeepSeek), the schema stands in a message. */
function formatDue(
  { name, schema }: NonNullable<HeardRequest["format"]>,
  asked: HeardRequest,
  settings: ObedientSettings,
): Due {
  const written = schema.properties ? undefined : schemaInText(asked.messages.map(({ text }) => text).join("\n"))
  const full = written ?? schema
  return dueOf(full, name ?? titleOf(full) ?? named(asked, settings))
}

function toolDue({ tools, choice, ...asked }: HeardRequest, { eager }: ObedientSettings) {
  if (typeof choice === "object") return tools.find(({ name }) => name === choice.name)
  if (choice === "required") return tools[0]
  if (choice === "none" || !eager) return undefined
  const text = lastText(asked)
  return tools.find(({ name }) => text.includes(name)) ?? (tools.length === 1 ? tools[0] : undefined)
}

function dueOf(schema: JsonSchema, control: string | undefined): Due {
  return { control, parts: Object.keys(asRecord(schema.properties)), schema }
}

function titleOf({ title }: JsonSchema): string | undefined {
  return typeof title === "string" ? title : undefined
}

function named(asked: HeardRequest, { controls = [] }: ObedientSettings): string | undefined {
  const text = lastText(asked)
  return controls.find((name) => text.includes(name))
}

function lastText({ messages }: Pick<HeardRequest, "messages">): string {
  return messages.at(-1)?.text ?? ""
}
