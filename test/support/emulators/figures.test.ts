import type { LanguageModelV4, LanguageModelV4Message } from "@ai-sdk/provider"
import { expect, test } from "vitest"
import { closeAfterEach, JUDGE, PLAN, start, system, user } from "./fixture.ts"
import { ask, generate } from "./hearing/fixture.ts"
import type { EmulatorKind } from "./kinds.ts"
import type { HeardRequest } from "./mind.ts"

closeAfterEach()

const LONG = "word ".repeat(400)
const TURN: LanguageModelV4Message[] = [{ role: "assistant", content: [{ type: "text", text: "Yes." }] }, user("More.")]
const PROMPT = [system("Be kind."), user("Hello.")]

async function cachedOf(model: LanguageModelV4, prompt: LanguageModelV4Message[], tools = [PLAN]) {
  const { usage } = await ask(model, { prompt, tools })
  return { read: usage.inputTokens.cacheRead ?? 0, total: usage.inputTokens.total ?? 0 }
}

test.each<EmulatorKind>(["openaiChat", "openaiResponses", "googleGenerate", "llamacpp", "deepseekLike", "mistral"])(
  "%s: tokens of the longest known prefix are cached",
  async (kind) => {
    const { model } = await start(kind, { quirks: { thinkingOn: false } })
    const first = await cachedOf(model, PROMPT)
    expect(first.read).toBe(0)
    expect(await cachedOf(model, [...PROMPT, ...TURN])).toMatchObject({ read: first.total })
    expect((await cachedOf(model, [system("Be kind."), user("Other.")])).read).toBeLessThan(first.total)
    expect(await cachedOf(model, PROMPT, [JUDGE])).toMatchObject({ read: 0 })
  },
)

test.each<EmulatorKind>(["ollama", "vllm", "lmStudio"])("%s tells nothing of a cache", async (kind) => {
  const { model } = await start(kind)
  await ask(model, { prompt: PROMPT })
  expect((await cachedOf(model, [...PROMPT, ...TURN])).read).toBe(0)
})

test("Anthropic caches what is marked, and drops the messages when the choice changes", async () => {
  const { model } = await start("anthropicMessages")
  const marked = { anthropic: { cacheControl: { type: "ephemeral" } } }
  const markedSystem: LanguageModelV4Message = { ...system(LONG), providerOptions: marked }
  const ended = (text: string): LanguageModelV4Message => ({ ...user(text), providerOptions: marked })
  const usageOf = async (prompt: LanguageModelV4Message[], options: object = {}) =>
    (await ask(model, { prompt, tools: [PLAN], ...options })).usage.inputTokens
  expect(await usageOf([system(LONG), user("Hi.")])).toMatchObject({ cacheRead: 0, cacheWrite: 0 })
  expect(await usageOf([system(LONG), user("Hi.")])).toMatchObject({ cacheRead: 0, cacheWrite: 0 })
  const written = await usageOf([markedSystem, ended("Hi.")])
  expect(written).toMatchObject({ cacheRead: 0, cacheWrite: written.total, noCache: 0 })
  expect(await usageOf([markedSystem, ended("Hi."), ...TURN])).toMatchObject({
    cacheRead: written.total,
    cacheWrite: 0,
  })
  const changed = await usageOf([markedSystem, ended("Hi.")], { toolChoice: { type: "required" } })
  expect(changed.cacheRead).toBeGreaterThan(500)
  expect(changed.cacheRead).toBeLessThan(written.total ?? 0)
})

test("reasoning has figures of its own", async () => {
  const mind = () => ({ text: "Yes.", reasoning: LONG })
  for (const kind of ["openaiChat", "openaiResponses", "anthropicMessages", "googleGenerate"] as const) {
    const { model } = await start(kind, { mind, quirks: { thinkingOn: true } })
    const { outputTokens } = (await ask(model)).usage
    expect(outputTokens.reasoning).toBe(480)
    expect(outputTokens.total).toBeGreaterThan(480)
  }
})

test("no figures at all, or those of the mind", async () => {
  for (const kind of ["openaiChat", "openaiResponses", "googleGenerate"] as const) {
    const { model } = await start(kind, { quirks: { noUsage: true } })
    expect((await ask(model)).usage.inputTokens.total).toBeUndefined()
  }
  const zeros = await start("anthropicMessages", { quirks: { noUsage: true } })
  expect((await generate(zeros.model)).usage.inputTokens.total).toBe(0)
  const own = await start("openaiChat", {
    mind: () => ({ text: "Yes.", usage: { prompt: 70, completion: 7, cached: 50 } }),
  })
  expect((await ask(own.model)).usage).toMatchObject({
    inputTokens: { total: 70, cacheRead: 50 },
    outputTokens: { total: 7 },
  })
})

test.each<[EmulatorKind, RegExp]>([
  ["openaiChat", /^This model's maximum context length is 300 tokens. However, your messages resulted in \d+ tokens/],
  ["openaiResponses", /^Your input exceeds the context window/],
  ["anthropicMessages", /^prompt is too long: \d+ tokens > 300 maximum/],
  ["googleGenerate", /^The input token count \(\d+\) exceeds the maximum number of tokens allowed \(300\)/],
  ["vllm", /^This model's maximum context length is 300 tokens. However, you requested \d+ tokens/],
  ["mistral", /too large for model with 300 maximum context length/],
  ["llamacpp", /^the request exceeds the available context size/],
])("%s: too long a prompt", async (kind, message) => {
  const { model } = await start(kind, { quirks: { contextSize: 300 } })
  await expect(ask(model, { prompt: [user(LONG)] })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringMatching(message),
  })
})

test("llama.cpp gives the figures with it", async () => {
  const { model } = await start("llamacpp", { quirks: { contextSize: 300 } })
  const error: { responseBody: string } = await ask(model, { prompt: [user(LONG)] }).catch((thrown) => thrown)
  expect(JSON.parse(error.responseBody)).toEqual({
    error: {
      code: 400,
      message: expect.any(String),
      type: "exceed_context_size_error",
      n_prompt_tokens: expect.any(Number),
      n_ctx: 300,
    },
  })
})

test("Ollama forgets the oldest messages instead, without a word", async () => {
  const seen: HeardRequest[] = []
  const mind = (asked: HeardRequest) => {
    seen.push(asked)
    return { text: "Yes." }
  }
  const { model } = await start("ollama", { mind, quirks: { contextSize: 300 } })
  await ask(model, { prompt: [system("Be kind."), user(LONG), user("Last.")] })
  expect(seen[0]?.messages.map(({ text }) => text)).toEqual(["Be kind.", "Last."])
})
