import { describe, expect, it } from "vitest"
import { z } from "zod"
import { notation } from "../../src/model/adapter/schema-notation.ts"
import { wireSchema } from "../../src/run/controls/wire-schema.ts"
import { planControl } from "../../src/run/plans/plan.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { readNotation, shownSchema } from "./shown-schema.ts"

/** Bounds and meanings stand in comments; what is left is the form. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf)
  if (typeof value !== "object" || value === null) return value
  const { description: _words, maxItems: _most, ...form } = value as Record<string, unknown>
  return Object.fromEntries(Object.entries(form).map(([key, child]) => [key, formOf(child)]))
}

const read = (schema: z.ZodType) => readNotation(notation(wireSchema(schema)))

describe("what is shown of a schema can be read back", () => {
  it.each([
    ["fields", z.object({ a: z.string(), b: z.int().optional().describe("a // b? {c}") })],
    ["choices", z.object({ one: z.enum(["x", "y z"]), list: z.array(z.enum(["a", "b"])) })],
    ["lists of objects", z.object({ all: z.array(z.object({ id: z.int(), names: z.array(z.string()) })).max(3) })],
    ["names that are no words", z.object({ "a b": z.boolean() })],
    ["any fields", z.object({ map: z.record(z.string(), z.number()) })],
  ])("%s", (_name, schema) => {
    expect(formOf(read(schema))).toEqual(formOf({ required: [], ...wireSchema(schema) }))
  })

  it("and a plan, with each tool and its arguments", () => {
    const shown = read(planControl(codingTools, 8).input) as { properties: { tasks: { items: { anyOf: unknown[] } } } }
    expect(shown.properties.tasks.items.anyOf).toHaveLength(codingTools.length)
    expect(shown.properties.tasks.items.anyOf[1]).toMatchObject({
      properties: {
        tool: { const: "read_file" },
        arguments: { properties: { path: { type: "string" } }, required: ["path"] },
      },
      required: ["tool", "arguments"],
    })
  })
})

it("knows nothing of what the prompt does not name", () => {
  const asks = "Answer now with one JSON object for think and nothing else"
  expect(shownSchema(["You are a model.", asks])).toBeUndefined()
  expect(shownSchema(["think: Look.\n{\n done: boolean\n}", asks])).toEqual({
    type: "object",
    properties: { done: { type: "boolean" } },
    required: ["done"],
  })
})
