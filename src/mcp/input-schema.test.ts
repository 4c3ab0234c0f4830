import { expect, test } from "vitest"
import { wireSchema } from "../run/controls/wire-schema.ts"
import { inputOf } from "./input-schema.ts"

test("a schema with definitions is shown whole, and checked", () => {
  const input = inputOf({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { where: { $ref: "#/$defs/place" }, limit: { type: "integer", maximum: 5 } },
    required: ["where"],
    $defs: { place: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  })
  expect(wireSchema(input)).toEqual({
    type: "object",
    properties: {
      where: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      limit: { type: "integer", maximum: 5 },
    },
    required: ["where"],
  })
  expect(input.parse({ where: { city: "Rome" }, more: 1 })).toEqual({ where: { city: "Rome" }, more: 1 })
  expect(input.safeParse({ where: {}, limit: 9 }).error?.issues.map(({ path }) => path.join("."))).toEqual([
    "where.city",
    "limit",
  ])
})

test("a schema that refers to itself ends somewhere", () => {
  const tree = { type: "object", properties: { child: { $ref: "#" } } }
  expect(inputOf(tree).safeParse({ child: { child: {} } }).success).toBe(true)
})

test.each([undefined, null, "text", { type: "object", properties: { a: { $ref: "#/nowhere" } } }, { not: {} }])(
  "whatever a server calls its schema, calls are objects: %j",
  (schema) => {
    const input = inputOf(schema)
    expect(input.safeParse("text").success).toBe(false)
    expect(wireSchema(input)).toMatchObject({ type: "object" })
  },
)
