import type { z } from "zod"
import type { ToolSpec } from "../../model/model.ts"
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
