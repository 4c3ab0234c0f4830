import { expect, test } from "vitest"
import { closeAfterEach, FORMAT, PLAN, start, user } from "./fixture.ts"
import { ask, generate, type Options } from "./hearing/fixture.ts"
import { styleJson } from "./json-style.ts"
import type { JsonStyle } from "./quirks.ts"

closeAfterEach()

const CALL: Options = { tools: [PLAN], toolChoice: { type: "required" } }
const IN_TEXT = { prompt: [user(`Answer in JSON of this schema: ${JSON.stringify(PLAN.inputSchema)}`)] }
const STYLES: readonly [JsonStyle, string][] = [
  ["broken", '{goal:"it\'s done","steps":2,}'],
  ["cut", '{"goal":"it\'s d'],
  ["fenced", '```json\n{"goal":"it\'s done","steps":2}\n```'],
  ["singleQuoted", "{'goal':'it\\'s done','steps':2}"],
  [
    "prose",
    'Sure! Here is what you asked for:\n\n{"goal":"it\'s done","steps":2}\n\nLet me know if you need anything else.',
  ],
]
const mind = () => ({ text: '{"goal":"it\'s done","steps":2}' })

test.each(STYLES)("%s", (style, expected) => {
  expect(styleJson('{"goal":"it\'s done","steps":2}', style)).toBe(expected)
})

test.each(STYLES)("%s in text", async (jsonStyle, expected) => {
  const { model } = await start("openaiChat", { mind, quirks: { jsonStyle } })
  expect(await ask(model, IN_TEXT)).toMatchObject({ text: expected, finish: jsonStyle === "cut" ? "length" : "stop" })
})

test.each(STYLES)("%s in arguments", async (jsonStyle, expected) => {
  const calls = [{ name: "plan", input: { goal: "it's done", steps: 2 } }]
  for (const kind of ["openaiChat", "anthropicMessages", "openaiResponses", "mistral"] as const) {
    const { model } = await start(kind, { mind: () => ({ calls }), quirks: { jsonStyle } })
    expect((await ask(model, CALL)).calls).toMatchObject([{ input: expected }])
  }
})

test("Google never makes a call of garbled arguments", async () => {
  const { model } = await start("googleGenerate", { quirks: { jsonStyle: "broken" } })
  expect(await ask(model, CALL)).toMatchObject({ calls: [], finish: "error" })
  const short = await start("googleGenerate", { quirks: { jsonStyle: "cut" } })
  expect(await generate(short.model, CALL)).toMatchObject({ calls: [], finish: "length" })
})

test("a grammar leaves no room for style, but the limit still cuts", async () => {
  const { model } = await start("llamacpp", { quirks: { jsonStyle: "singleQuoted" } })
  expect(JSON.parse((await ask(model, { responseFormat: FORMAT })).text)).toMatchObject({ steps: 2 })
  expect(JSON.parse((await ask(model, CALL)).calls[0]?.input ?? "")).toMatchObject({ steps: 2 })
  expect((await ask(model, IN_TEXT)).text).toContain("'steps':2")
  const short = await start("llamacpp", { quirks: { jsonStyle: "cut" } })
  expect((await ask(short.model, { responseFormat: FORMAT })).finish).toBe("length")
})
