import type { SharedV4ProviderOptions } from "@ai-sdk/provider"
import { describe, expect, test } from "vitest"
import { closeAfterEach, PLAN, result, start, user } from "./fixture.ts"
import { ask, generate, type Options, said } from "./hearing/fixture.ts"
import type { EmulatorKind } from "./kinds.ts"

closeAfterEach()

const FORCED: Options = { tools: [PLAN], toolChoice: { type: "tool", toolName: "plan" } }
const REQUIRED: Options = { tools: [PLAN], toolChoice: { type: "required" } }
const calling = () => ({
  reasoning: "Let me think about the plan at some length.",
  calls: [{ name: "plan", input: {} }],
})

describe("DeepSeek, Qwen, Kimi", () => {
  test.each([FORCED, REQUIRED])("refuse forcing while they think", async (options) => {
    const { model } = await start("deepseekLike")
    await expect(ask(model, options)).rejects.toMatchObject({
      statusCode: 400,
      message: "Thinking mode does not support this tool_choice",
    })
  })

  test.each<[string, SharedV4ProviderOptions]>([
    ["DeepSeek's", { some: { thinking: { type: "disabled" } } }],
    ["Qwen's", { some: { enable_thinking: false } }],
    ["vLLM's and llama.cpp's", { some: { chat_template_kwargs: { enable_thinking: false } } }],
    ["OpenAI's", { some: { reasoningEffort: "none" } }],
  ])("take it with thinking off, in %s way", async (_, providerOptions) => {
    const { model } = await start("deepseekLike")
    expect(await ask(model, { ...FORCED, providerOptions })).toMatchObject({ calls: [{ name: "plan" }], reasoning: "" })
  })

  test("the package's own reasoning option arrives as reasoning_effort", async () => {
    const { model, emulator } = await start("deepseekLike")
    expect((await ask(model, { ...FORCED, reasoning: "none" })).calls).toHaveLength(1)
    expect(emulator.requests[0]?.body.reasoning_effort).toBe("none")
  })

  test("want the reasoning of a call back", async () => {
    const { model } = await start("deepseekLike", { mind: calling })
    const heard = await ask(model, { tools: [PLAN] })
    expect(heard.reasoning).toBe("Let me think about the plan at some length.")
    const message = said(heard)
    const turn = [message, result(heard.calls[0]?.id ?? "")]
    await expect(ask(model, { prompt: [user("Go."), ...turn], tools: [PLAN] })).resolves.toMatchObject({ errors: [] })
    const bare = { ...message, content: [...message.content].slice(1) } as typeof message
    await expect(ask(model, { prompt: [user("Go."), bare, ...turn.slice(1)], tools: [PLAN] })).rejects.toMatchObject({
      message: expect.stringContaining("must be passed back"),
    })
  })
})

const OPTIONS: Readonly<Record<string, SharedV4ProviderOptions>> = {
  anthropicMessages: { anthropic: { thinking: { type: "adaptive" } } },
  googleGenerate: { google: { thinkingConfig: { includeThoughts: true } } },
  openaiResponses: { openai: { store: false, reasoningSummary: "auto" } },
}

describe.each<EmulatorKind>(["anthropicMessages", "googleGenerate", "openaiResponses"])("%s", (kind) => {
  const providerOptions = OPTIONS[kind] ?? {}

  test.each([ask, generate])("forces while thinking, and takes its marks back unchanged only", async (hear) => {
    const { model } = await start(kind, { mind: calling, quirks: { thinkingOn: true, echoRequired: true } })
    const heard = await hear(model, { ...FORCED, providerOptions })
    expect(heard).toMatchObject({ calls: [{ name: "plan" }], reasoning: "Let me think about the plan at some length." })
    const next = (message: object) => [
      user("Go."),
      message as ReturnType<typeof said>,
      result(heard.calls[0]?.id ?? ""),
    ]
    await expect(hear(model, { prompt: next(said(heard)), tools: [PLAN], providerOptions })).resolves.toMatchObject({
      errors: [],
    })
    const altered = JSON.parse(JSON.stringify(said(heard)).replaceAll("ZW11bGF0ZWQ", "dGFtcGVyZWQ"))
    await expect(hear(model, { prompt: next(altered), tools: [PLAN], providerOptions })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

test("Anthropic: forcing with extended thinking never leaves the package; asked directly it is refused", async () => {
  const { model, emulator } = await start("anthropicMessages")
  const providerOptions = { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } }
  const { warnings, calls, reasoning } = await ask(model, { ...FORCED, providerOptions })
  expect({ warnings, calls, hasReasoning: reasoning !== "" }).toEqual({ warnings: 1, calls: [], hasReasoning: true })
  const { body } = emulator.requests[0] ?? {}
  expect(body?.tool_choice).toEqual({ type: "auto" })
  const forced = JSON.stringify({ ...body, tool_choice: { type: "any" } })
  const direct = await fetch(`${emulator.url}/messages`, { method: "POST", body: forced })
  expect(await direct.json()).toMatchObject({
    error: { message: "Thinking may not be enabled when tool_choice forces tool use." },
  })
})

test("Anthropic: extended thinking wants a thinking block before the last call", async () => {
  const { model } = await start("anthropicMessages", { mind: calling })
  const heard = await ask(model, FORCED)
  const prompt = [user("Go."), said(heard), result(heard.calls[0]?.id ?? "")]
  const providerOptions = { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } }
  await expect(ask(model, { prompt, tools: [PLAN], providerOptions })).rejects.toMatchObject({
    message: expect.stringContaining("Expected `thinking` or `redacted_thinking`"),
  })
})

test("Google's package puts a sentinel where a signature is missing", async () => {
  const { model, emulator } = await start("googleGenerate", { mind: calling, quirks: { thinkingOn: true } })
  const heard = await ask(model, FORCED)
  const call = { type: "tool-call", toolCallId: heard.calls[0]?.id ?? "", toolName: "plan", input: {} } as const
  const prompt: Options["prompt"] = [user("Go."), { role: "assistant", content: [call] }, result(call.toolCallId)]
  await expect(ask(model, { prompt, tools: [PLAN] })).resolves.toMatchObject({ errors: [] })
  expect(JSON.stringify(emulator.requests[1]?.body)).toContain("skip_thought_signature_validator")
  const raw = JSON.stringify(emulator.requests[1]?.body)
    .replace(/"thoughtSignature":"[^"]*",?/, "")
    .replace(",}", "}")
  const direct = await fetch(`${emulator.url}/models/gemini:generateContent`, { method: "POST", body: raw })
  expect(await direct.json()).toMatchObject({
    error: { message: expect.stringContaining("missing a thought_signature") },
  })
})

test("OpenAI: stored reasoning comes back as a reference", async () => {
  const { model, emulator } = await start("openaiResponses", {
    mind: calling,
    quirks: { thinkingOn: true, echoRequired: true },
  })
  const heard = await ask(model, FORCED)
  const prompt = [user("Go."), said(heard), result(heard.calls[0]?.id ?? "")]
  await ask(model, { prompt, tools: [PLAN] })
  expect(emulator.requests[1]?.body.input).toMatchObject([{}, { type: "item_reference", id: "rs_0" }, {}, {}])
  const other = await start("openaiResponses", { quirks: { thinkingOn: true } })
  await expect(ask(other.model, { prompt, tools: [PLAN] })).rejects.toMatchObject({ statusCode: 400 })
})

test("reasoning in a field named reasoning, and among Mistral's content parts", async () => {
  for (const kind of ["ollama", "vllm", "mistral"] as const) {
    const { model } = await start(kind, {
      mind: () => ({ text: "Yes.", reasoning: "Hm." }),
      quirks: { thinkingOn: true },
    })
    expect(await ask(model)).toMatchObject({ text: "Yes.", reasoning: "Hm." })
    expect(await generate(model)).toMatchObject({ text: "Yes.", reasoning: "Hm." })
  }
})
