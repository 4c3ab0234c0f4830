import { expect, test } from "vitest"
import { closeAfterEach, start } from "./fixture.ts"
import type { EmulatorKind } from "./kinds.ts"

closeAfterEach()

test.each<[EmulatorKind, string, object]>([
  ["openaiChat", "/v1/models", { data: [{ id: "mine" }] }],
  ["openaiResponses", "/v1/models", { data: [{ id: "mine" }] }],
  ["anthropicMessages", "/v1/models", { data: [{ id: "mine", max_input_tokens: 4096 }] }],
  ["googleGenerate", "/v1beta/models", { models: [{ name: "models/mine", inputTokenLimit: 4096 }] }],
  ["googleGenerate", "/v1beta/models/mine", { name: "models/mine" }],
  ["ollama", "/api/tags", { models: [{ name: "mine" }] }],
  ["ollama", "/api/version", { version: expect.any(String) }],
  ["ollama", "/api/show", { capabilities: ["completion"], model_info: { "emulated.context_length": 32_768 } }],
  ["ollama", "/v1/models", { data: [{ id: "mine", owned_by: "library" }] }],
  ["llamacpp", "/health", { status: "ok" }],
  ["llamacpp", "/props", { default_generation_settings: { n_ctx: 4096 }, chat_template: "{{ messages }}" }],
  ["llamacpp", "/v1/models", { data: [{ id: "mine", meta: { n_ctx: 4096 } }] }],
  ["lmStudio", "/api/v0/models", { data: [{ id: "mine", loaded_context_length: 4096, max_context_length: 32_768 }] }],
  ["vllm", "/v1/models", { data: [{ id: "mine", max_model_len: 4096 }] }],
  ["vllm", "/version", { version: expect.any(String) }],
  ["mistral", "/v1/models", { data: [{ id: "mine", max_context_length: 4096 }] }],
])("%s: %s", async (kind, path, expected) => {
  const { emulator } = await start(kind, { model: "mine", quirks: { contextSize: 4096, noTools: true } })
  const answer = await fetch(new URL(path, emulator.url))
  expect(await answer.json()).toMatchObject(expected)
  expect(emulator.probes).toMatchObject([{ path }])
  expect(emulator.requests).toEqual([])
})

test("listens on 127.0.0.1; other paths are not there", async () => {
  const { emulator } = await start("openaiChat")
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect((await fetch(new URL("/api/tags", emulator.url))).status).toBe(404)
})
