import { z } from "zod"
import type { JsonSchema, ToolSpec } from "../model/model.ts"

/** A named, schema-checked question to the model. */
export interface Control<T> {
  readonly name: string
  /** Part of the recorded digest: raise it when answers of an older version no longer fit. */
  readonly version: number
  readonly description: string
  readonly input: z.ZodType<T>
}

/** What the model sees of a control: the schema is the prompt, so it carries nothing that says nothing. */
export function controlSpec(control: Control<unknown>): ToolSpec {
  return { name: control.name, description: control.description, schema: wireSchema(control.input) }
}

/** JSON Schema of what the model has to send, without the parts that cost tokens and tell it nothing. */
export function wireSchema(input: z.ZodType): JsonSchema {
  return slim(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })) as JsonSchema
}

const SAYS_NOTHING = new Set(["$schema", "additionalProperties", "default"])

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) =>
      isNoise(key, child) ? [] : [[key, key === "properties" ? slimEach(child) : slim(child)]],
    ),
  )
}

/** Names of properties are the model's words, never keywords. */
function slimEach(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, child]) => [name, slim(child)]))
}

function isNoise(key: string, child: unknown): boolean {
  const isSafeIntegerBound =
    (key === "minimum" || key === "maximum") && Math.abs(child as number) === Number.MAX_SAFE_INTEGER
  return SAYS_NOTHING.has(key) || isSafeIntegerBound
}

/** What is wrong with a value, in words that the model can act on. */
export function issuesOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".") || "(whole)"}: ${issue.message}`)
}
