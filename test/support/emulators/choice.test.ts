import { expect, test } from "vitest"
import { answers, closeAfterEach, FORMAT, JUDGE, PLAN, start, user } from "./fixture.ts"
import { ask, generate, type Options } from "./hearing/fixture.ts"
import type { EmulatorKind } from "./kinds.ts"
import type { HeardRequest } from "./mind.ts"
import { obedientMind } from "./obedient-mind.ts"

closeAfterEach()

const TOOLS = [PLAN, JUDGE]
const NAMED: Options = { tools: TOOLS, toolChoice: { type: "tool", toolName: "judge" } }
const REQUIRED: Options = { tools: TOOLS, toolChoice: { type: "required" } }
const two = () => ({ calls: [PLAN, JUDGE].map(({ name }) => ({ name, input: { of: name } })) })

test.each<[EmulatorKind, string]>([
  ["openaiChat", "tool_choice"],
  ["anthropicMessages", "Forced tool use"],
  ["googleGenerate", "mode ANY"],
  ["openaiResponses", "tool_choice"],
  ["mistral", "expected one of 'auto', 'none', 'any'"],
])("%s: a named choice refused", async (kind, message) => {
  const { model } = await start(kind, { quirks: { namedRefused: true } })
  await expect(ask(model, NAMED)).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining(message) })
})

test("LM Studio refuses names with a bare text that the package does not read", async () => {
  const { model } = await start("lmStudio")
  await expect(ask(model, NAMED)).rejects.toMatchObject({
    statusCode: 400,
    message: "Bad Request",
    responseBody: '{"error":"Invalid tool_choice type: \'object\'. Supported string values: none, auto, required"}',
  })
})

test("a named choice ignored: the mind is asked with auto, and knows what was wanted only from the body", async () => {
  const seen: HeardRequest[] = []
  const { model } = await start("llamacpp", {
    mind: (asked) => {
      seen.push(asked)
      return { text: "Hm." }
    },
  })
  expect(await ask(model, NAMED)).toMatchObject({ text: "Hm.", calls: [] })
  expect(seen).toMatchObject([{ choice: "auto", wanted: { name: "judge" } }])
})

test("an eager mind calls the tool that the message names, choice or not", async () => {
  const { model } = await start("ollama", { mind: obedientMind(answers, { eager: true }) })
  const { calls } = await ask(model, { ...NAMED, prompt: [user("Call judge now.")] })
  expect(calls).toMatchObject([{ name: "judge" }])
})

test("models stray into prose or to another tool where the choice is ignored", async () => {
  const talker = await start("ollama", { quirks: { strays: "prose" } })
  expect(await ask(talker.model, NAMED)).toMatchObject({ text: expect.stringContaining("Sure!"), calls: [] })
  const other = await start("llamacpp", { quirks: { strays: "other" } })
  expect((await ask(other.model, NAMED)).calls).toMatchObject([{ name: "plan" }])
  expect((await ask(other.model, REQUIRED)).calls).toMatchObject([{ name: "plan" }])
})

test("required refused and ignored, none ignored, auto refused", async () => {
  const refused = await start("openaiChat", { quirks: { requiredRefused: true } })
  await expect(ask(refused.model, REQUIRED)).rejects.toMatchObject({ statusCode: 400 })
  const ignored = await start("openaiChat", { quirks: { requiredIgnored: true } })
  expect((await ask(ignored.model, REQUIRED)).calls).toEqual([])
  const deaf = await start("ollama", { mind: obedientMind(answers, { eager: true }) })
  expect((await ask(deaf.model, { tools: [PLAN], toolChoice: { type: "none" } })).calls).toHaveLength(1)
  const parserless = await start("vllm", { quirks: { autoRefused: true } })
  await expect(ask(parserless.model, { tools: TOOLS, toolChoice: { type: "auto" } })).rejects.toMatchObject({
    message: expect.stringContaining("--enable-auto-tool-choice"),
  })
})

test("Mistral's package says any for required", async () => {
  const { model, emulator } = await start("mistral")
  expect((await ask(model, REQUIRED)).calls).toMatchObject([{ name: "plan" }])
  expect(emulator.requests[0]?.body.tool_choice).toBe("any")
})

test("text before the call, even where a grammar demands it", async () => {
  const { model } = await start("llamacpp", { quirks: { textBeforeCall: "Let me see." } })
  expect(await ask(model, REQUIRED)).toMatchObject({ text: "Let me see.", calls: [{ name: "plan" }] })
})

test("one call where the client says so, several despite it where the endpoint does not care", async () => {
  const providerOptions = { anthropic: { disableParallelToolUse: true }, some: { parallel_tool_calls: false } }
  const strict = await start("anthropicMessages", { mind: two })
  expect((await ask(strict.model, { tools: TOOLS })).calls).toHaveLength(2)
  const told: Options = { tools: TOOLS, providerOptions }
  expect((await ask(strict.model, told)).calls).toHaveLength(1)
  const careless = await start("llamacpp", { mind: two })
  expect((await ask(careless.model, told)).calls).toHaveLength(2)
  const doubled = await start("openaiChat", { quirks: { severalCalls: true } })
  expect((await ask(doubled.model, { ...REQUIRED, providerOptions })).calls).toMatchObject([
    { name: "plan" },
    { name: "plan" },
  ])
})

test("a schema refused, ignored, or winning over tools", async () => {
  const refused = await start("deepseekLike", { quirks: { schemaRefused: true } })
  await expect(ask(refused.model, { responseFormat: FORMAT })).rejects.toMatchObject({
    message: "This response_format type is unavailable now",
  })
  const ignored = await start("openaiChat", { quirks: { schemaIgnored: true } })
  expect((await ask(ignored.model, { responseFormat: FORMAT })).text).toBe("I would look at the workspace first.")
  const winning = await start("llamacpp")
  const both = await ask(winning.model, { ...REQUIRED, responseFormat: FORMAT })
  expect(both).toMatchObject({ calls: [], text: expect.stringContaining('"steps":2') })
})

test("tools ignored by the template, or refused in Ollama's words", async () => {
  const blind = await start("llamacpp", { quirks: { noTools: true } })
  expect(await ask(blind.model, REQUIRED)).toMatchObject({ calls: [], finish: "stop" })
  const { model } = await start("ollama", { quirks: { toolsRefused: true } })
  await expect(generate(model, REQUIRED)).rejects.toMatchObject({
    statusCode: 400,
    message: "registry.ollama.ai/library/emulated does not support tools",
  })
})
