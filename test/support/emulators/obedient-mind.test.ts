import { expect, test } from "vitest"
import type { HeardRequest } from "./mind.ts"
import { type Due, obedientMind } from "./obedient-mind.ts"
import { schemaInText } from "./schema-in-text.ts"

const SCHEMA = { type: "object", properties: { plan_tool_call: {}, judge_tasks: {} } }
const TOOL = { name: "control", description: "", schema: SCHEMA }

function asked(more: Partial<HeardRequest>, text = "Hello."): HeardRequest {
  return {
    protocol: "chat",
    model: "m",
    messages: [{ role: "user", text }],
    tools: [],
    choice: "auto",
    wanted: "auto",
    thinking: false,
    parallel: true,
    stream: false,
    body: {},
    ...more,
  }
}

function dues(settings = {}) {
  const seen: Due[] = []
  const mind = obedientMind((due) => {
    seen.push(due)
    return { ok: true }
  }, settings)
  return { mind, seen }
}

test("calls what it is forced to call, and is told control and parts", () => {
  const { mind, seen } = dues()
  const call = { calls: [{ name: "control", input: { ok: true } }] }
  expect(mind(asked({ tools: [TOOL], choice: { name: "control" } }))).toEqual(call)
  expect(mind(asked({ tools: [TOOL], choice: "required" }))).toEqual(call)
  expect(seen[0]).toEqual({ control: "control", parts: ["plan_tool_call", "judge_tasks"], schema: SCHEMA })
})

test("talks when it is free, or calls if eager", () => {
  const free = asked({ tools: [TOOL] })
  expect(dues().mind(free)).toEqual({ text: "I would look at the workspace first." })
  expect(dues({ prose: "Hm." }).mind(free)).toEqual({ text: "Hm." })
  expect(dues({ eager: true }).mind(free)).toMatchObject({ calls: [{ name: "control" }] })
  expect(dues({ eager: true }).mind(asked({ tools: [TOOL], choice: "none" }))).toMatchObject({
    text: expect.any(String),
  })
})

test("JSON for a schema, whether the protocol carries its name or not", () => {
  const { mind, seen } = dues({ controls: ["judge"] })
  expect(mind(asked({ format: { name: "plan", schema: SCHEMA } }))).toEqual({ text: '{"ok":true}' })
  expect(mind(asked({ format: { schema: SCHEMA } }, "Now judge."))).toEqual({ text: '{"ok":true}' })
  expect(seen.map(({ control }) => control)).toEqual(["plan", "judge"])
})

test("JSON as such: the schema is looked for in the messages", () => {
  const { mind, seen } = dues()
  mind(asked({ format: { schema: { type: "object" } } }, `Of this schema: ${JSON.stringify(SCHEMA)}`))
  expect(seen).toMatchObject([{ parts: ["plan_tool_call", "judge_tasks"] }])
})

test("JSON in text for a schema in the last message, in a fence if told", () => {
  const text = `Answer with JSON of this schema:\n${JSON.stringify({ title: "plan", ...SCHEMA })}\nFor example {"a": 1}.`
  const { mind, seen } = dues({ fenced: true })
  expect(mind(asked({}, text))).toEqual({ text: '```json\n{"ok":true}\n```' })
  expect(seen).toMatchObject([{ control: "plan", parts: ["plan_tool_call", "judge_tasks"] }])
})

test("finds schemas only", () => {
  expect(schemaInText("no { braces here")).toBeUndefined()
  expect(schemaInText('an example {"a": "}"}')).toBeUndefined()
  expect(schemaInText('{"properties": {"a": {"description": "a } in text"}}} and {"b": 1}')).toEqual({
    properties: { a: { description: "a } in text" } },
  })
})
