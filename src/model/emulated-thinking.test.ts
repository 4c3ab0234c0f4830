import { describe, expect, test } from "vitest"
import {
  ask,
  closeAfterEach,
  ENDPOINTS,
  env,
  GO,
  onRung,
  PLAN,
  SYSTEM,
  start,
} from "../../test/support/emulated-fixture.ts"
import type { Message } from "../protocol/log/message.ts"
import { resolveModel } from "./resolve-model.ts"

closeAfterEach()

describe("thinking", () => {
  test.each(ENDPOINTS.filter(([, kind]) => kind === "deepseekLike"))(
    "%s: forced only without it",
    async (endpoint, kind, name) => {
      const emulator = await start(kind)
      const model = resolveModel({ model: `${endpoint}:${name}`, baseUrl: emulator.url, env, retries: 0 })
      const { rungs, thinking } = model.traits ?? {}
      expect({ rungs, thinking }).toEqual({ rungs: ["named", "required", "schema", "text"], thinking: "switchable" })
      await expect(ask(model, onRung("named"))).rejects.toMatchObject({
        kind: "unsupported",
        feature: "tool_choice",
        blockedByThinking: true,
      })
      expect((await ask(model, { ...onRung("named"), thinking: "off" })).calls).toHaveLength(1)
    },
  )

  test.each([
    ["deepseek", "deepseekLike", "deepseek-v4-pro"],
    ["qwen", "deepseekLike", "qwen3.6-plus"],
    ["anthropic", "anthropicMessages", "claude-sonnet-4-6"],
    ["google", "googleGenerate", "gemini-3-pro-preview"],
    ["openai", "openaiResponses", "gpt-5.1"],
    ["vllm", "vllm", "local"],
  ] as const)(
    "%s: what was thought goes back with its call, and only to the same model",
    async (endpoint, kind, name) => {
      const emulator = await start(kind, {
        mind: () => ({ reasoning: "Let me think.", calls: [{ name: "plan", input: { goal: "g" } }] }),
        quirks: { thinkingOn: true, echoRequired: true },
      })
      const at = (id: string) => resolveModel({ model: id, baseUrl: emulator.url, env, retries: 0 })
      const first = await ask(at(`${endpoint}:${name}`), { tools: [PLAN] })
      expect(first.opaque ?? first.calls[0]?.opaque).toBeDefined()

      const { id = "", name: tool = "" } = first.calls[0] ?? {}
      const messages: Message[] = [
        SYSTEM,
        GO,
        { role: "assistant", ...first },
        { role: "tool", callId: id, name: tool, text: "ok" },
      ]
      const restored: Message[] = JSON.parse(JSON.stringify(messages))
      expect((await ask(at(`${endpoint}:${name}`), { tools: [PLAN], messages: restored })).calls).toHaveLength(1)

      await ask(at(`${endpoint}:${name}-2`), { tools: [PLAN], messages: restored }).catch(() => {})
      const signature = /[A-Za-z0-9+/=]{40,}/.exec(JSON.stringify(first))?.[0] ?? "Let me think"
      expect(JSON.stringify(emulator.requests[1]?.body)).toContain(signature)
      expect(JSON.stringify(emulator.requests[2]?.body)).not.toContain(signature)
      expect(JSON.stringify(emulator.requests[2]?.body)).not.toContain("Let me think")
    },
  )
})

describe("a model that can't be forced", () => {
  const [opus, sonnet] = ["anthropic:claude-opus-5-5", "anthropic:claude-sonnet-5-5"]

  test.each([opus, sonnet])("%s: what the package would leave out silently is an error", async (id) => {
    const emulator = await start("anthropicMessages")
    const model = resolveModel({ model: id, baseUrl: emulator.url, env, retries: 0 })
    for (const rung of ["named", "required"] as const) {
      await expect(ask(model, onRung(rung))).rejects.toMatchObject({ kind: "unsupported", feature: "tool_choice" })
    }
    expect(JSON.parse((await ask(model, onRung(model.traits?.rungs[0]))).text)).toEqual({ goal: expect.any(String) })
  })
})

describe("caches", () => {
  test("Anthropic is told what to keep, and finds it", async () => {
    const emulator = await start("anthropicMessages")
    const model = resolveModel({ model: "anthropic:claude-sonnet-4-6", baseUrl: emulator.url, env, retries: 0 })
    const long: Message = { role: "system", text: "Be kind. ".repeat(2000) }
    const request = { ...onRung("named"), messages: [long, GO] }
    const first = await ask(model, request)
    const { id = "", name = "" } = first.calls[0] ?? {}
    const grown: Message[] = [long, GO, { role: "assistant", ...first }, { role: "tool", callId: id, name, text: "ok" }]
    const second = await ask(model, { ...request, messages: grown })
    expect(second.usage.cached).toBeGreaterThan(first.usage.prompt * 0.9)
    expect(JSON.stringify(emulator.requests[1]?.body).match(/"cache_control"/g)).toHaveLength(3)
  })
})
