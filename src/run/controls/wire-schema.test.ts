import { describe, expect, it } from "vitest"
import { z } from "zod"
import { envelopeSchema, IF_ALONE, OFF_WIRE, wireSchema } from "./wire-schema.ts"

describe("wireSchema", () => {
  it("drops what tells the model nothing and keeps the limits", () => {
    const schema = z.object({
      name: z.string().min(1).describe("who"),
      note: z.string().min(10),
      count: z.int().min(2),
      list: z.array(z.string()).min(1).max(3).default(["a"]),
      free: z.record(z.string(), z.unknown()),
      kind: z.literal("a"),
    })
    expect(wireSchema(schema)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", description: "who" },
        note: { type: "string", minLength: 10 },
        count: { type: "integer", minimum: 2 },
        list: { type: "array", items: { type: "string" }, maxItems: 3 },
        free: { type: "object" },
        kind: { const: "a" },
      },
      required: ["name", "note", "count", "free", "kind"],
    })
  })

  it("leaves out of an envelope what another part says, and tells a field's meaning once", () => {
    const missing = z.array(z.string()).optional().describe("what is not done")
    const plan = z.object({ missing, note: z.string().describe("for the user") })
    const judge = z.object({
      missing,
      note: z.string().describe("for yourself"),
      amended: z
        .string()
        .optional()
        .meta({ [IF_ALONE]: true }),
    })
    const list = { type: "array", items: { type: "string" } }
    expect(envelopeSchema(z.object({ plan, judge })).properties).toMatchObject({
      plan: { properties: { missing: { ...list, description: "what is not done" } } },
      judge: { properties: { missing: list, note: { type: "string", description: "for yourself" } } },
    })
    const told = JSON.stringify(envelopeSchema(z.object({ plan, judge })))
    expect(told.split("what is not done")).toHaveLength(2)
    expect(told).not.toContain("amended")
    expect(wireSchema(judge).properties).toHaveProperty("amended", { type: "string" })
  })

  it("does not ask for a field that is marked so, yet takes it", () => {
    const schema = z.object({
      name: z.string(),
      total: z
        .int()
        .optional()
        .meta({ [OFF_WIRE]: true }),
    })
    expect(wireSchema(schema)).toEqual({
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    })
    expect(schema.parse({ name: "a", total: 3 })).toEqual({ name: "a", total: 3 })
  })

  it("takes names of properties for names, whatever they are", () => {
    const schema = z.object({ default: z.string(), minimum: z.number(), properties: z.object({ oneOf: z.string() }) })
    expect(wireSchema(schema)).toEqual({
      type: "object",
      properties: {
        default: { type: "string" },
        minimum: { type: "number" },
        properties: { type: "object", properties: { oneOf: { type: "string" } }, required: ["oneOf"] },
      },
      required: ["default", "minimum", "properties"],
    })
  })

  it("says once what all variants of a union share", () => {
    const variant = (tool: string, input: z.ZodType) =>
      z.object({ tool: z.literal(tool), input, why: z.string().optional() })
    const schema = z.discriminatedUnion("tool", [
      variant("read", z.object({ path: z.string() })).describe("Read."),
      variant("ring", z.object({ bell: z.string() })),
    ])
    expect(wireSchema(schema)).toEqual({
      type: "object",
      properties: { why: { type: "string" }, input: { type: "object" } },
      required: ["tool", "input"],
      anyOf: [
        {
          description: "Read.",
          properties: {
            tool: { const: "read" },
            input: { properties: { path: { type: "string" } }, required: ["path"] },
          },
        },
        {
          properties: {
            tool: { const: "ring" },
            input: { properties: { bell: { type: "string" } }, required: ["bell"] },
          },
        },
      ],
    })
  })

  it("leaves each variant its own required fields where they differ, and a single variant as it is", () => {
    const a = z.object({ kind: z.literal("a"), x: z.string() })
    const b = z.object({ kind: z.literal("b"), x: z.string().optional() })
    expect(wireSchema(z.discriminatedUnion("kind", [a, b]))).toEqual({
      type: "object",
      properties: { x: { type: "string" } },
      anyOf: [
        { properties: { kind: { const: "a" } }, required: ["kind", "x"] },
        { properties: { kind: { const: "b" } }, required: ["kind"] },
      ],
    })
    expect(wireSchema(z.discriminatedUnion("kind", [a]))).toEqual({
      anyOf: [{ type: "object", properties: { kind: { const: "a" }, x: { type: "string" } }, required: ["kind", "x"] }],
    })
  })
})
