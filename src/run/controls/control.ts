import type { z } from "zod"
import type { ToolSpec } from "../../model/seam/model.ts"
import { wireSchema } from "./wire-schema.ts"

/** A named, schema-checked question to the model. */
export interface Control<T> {
  readonly name: string
  /** Part of the recorded digest: raise it when answers of an older version no longer fit. */
  readonly version: number
  readonly description: string
  readonly input: z.ZodType<T>
  /** Its answer holds arguments of tools: what is not JSON as it stands is refused, never mended. */
  readonly exact?: boolean
  /** Other names that models give to its fields, and which ones are meant. */
  readonly synonyms?: Readonly<Record<string, string>>
}

/** What a free reply is asked by, where a control would say its name. */
export const FREE_REPLY = "turn"

/** What the model sees of a control: the schema is the prompt. */
export function controlSpec(control: Control<unknown>): ToolSpec {
  return { name: control.name, description: control.description, schema: wireSchema(control.input) }
}

/** What is wrong with a value, in words that the model can act on. */
export function issuesOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".") || "(whole)"}: ${issue.message}`)
}

/** What a model sent, with the fields of the control by their own names. */
export function byOwnNames({ synonyms }: Pick<Control<unknown>, "synonyms">, input: unknown): unknown {
  if (!synonyms || typeof input !== "object" || input === null || Array.isArray(input)) return input
  const known = input as Record<string, unknown>
  const meant = Object.entries(synonyms).filter(([other, own]) => other in known && !(own in known))
  return { ...known, ...Object.fromEntries(meant.map(([other, own]) => [own, known[other]])) }
}
