import { createDeepSeek } from "@ai-sdk/deepseek"
import { createOpenAI } from "@ai-sdk/openai"
import { expect, test } from "vitest"
import { closeAfterEach, FORMAT, PLAN, start, system, user } from "./fixture.ts"
import { ask, generate, type Options } from "./hearing/fixture.ts"

closeAfterEach()

const FORCED: Options = {
  prompt: [system("Be kind."), user("Plan it.")],
  tools: [PLAN],
  toolChoice: { type: "tool", toolName: "plan" },
}

test.each([ask, generate])("OpenAI's own package over chat completions", async (hear) => {
  const { emulator } = await start("openaiChat")
  const model = createOpenAI({ baseURL: emulator.url, apiKey: "key" }).chat("gpt-4.1")
  expect(await hear(model, FORCED)).toMatchObject({ calls: [{ name: "plan" }], finish: "tool-calls", errors: [] })
  expect(JSON.parse((await hear(model, { responseFormat: FORMAT })).text)).toMatchObject({ steps: 2 })
  const { usage } = await hear(model, FORCED)
  expect(usage.inputTokens.cacheRead).toBe(usage.inputTokens.total)
})

test("DeepSeek's own package asks for JSON as such and puts the schema into the system message", async () => {
  const { emulator } = await start("deepseekLike", { quirks: { schemaRefused: true } })
  const model = createDeepSeek({ baseURL: emulator.url, apiKey: "key" })("deepseek-v4-flash")
  expect(JSON.parse((await ask(model, { responseFormat: FORMAT })).text)).toMatchObject({ steps: 2 })
  expect(emulator.requests[0]?.body.response_format).toEqual({ type: "json_object" })
})

test.each([ask, generate])("DeepSeek's own package turns thinking off in DeepSeek's way", async (hear) => {
  const { emulator } = await start("deepseekLike")
  const model = createDeepSeek({ baseURL: emulator.url, apiKey: "key" })("deepseek-v4-flash")
  expect((await hear(model)).reasoning).not.toBe("")
  await expect(hear(model, FORCED)).rejects.toMatchObject({ statusCode: 400 })
  const providerOptions = { deepseek: { thinking: { type: "disabled" } } }
  expect(await hear(model, { ...FORCED, providerOptions })).toMatchObject({ calls: [{ name: "plan" }], reasoning: "" })
})
