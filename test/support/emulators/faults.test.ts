import { expect, test } from "vitest"
import { status } from "../../../src/testing/server-reply.ts"
import { closeAfterEach, modelOf, start } from "./fixture.ts"
import { ask, generate } from "./hearing/fixture.ts"
import type { EmulatorKind } from "./kinds.ts"

closeAfterEach()

test.each<[EmulatorKind, number, string]>([
  ["openaiChat", 401, "Incorrect API key provided"],
  ["openaiResponses", 401, "Incorrect API key provided"],
  ["anthropicMessages", 401, "invalid x-api-key"],
  ["googleGenerate", 400, "API key not valid. Please pass a valid API key."],
  ["deepseekLike", 401, "Authentication Fails"],
  ["mistral", 401, "Unauthorized"],
  ["llamacpp", 401, "Invalid API Key"],
  ["vllm", 401, "Unauthorized"],
])("%s: a wrong key", async (kind, statusCode, message) => {
  const { emulator } = await start(kind, { key: "right" })
  const error = { statusCode, message: expect.stringContaining(message) }
  await expect(ask(modelOf(kind, emulator.url, "wrong"))).rejects.toMatchObject(error)
  await expect(ask(modelOf(kind, emulator.url, "right"))).resolves.toMatchObject({ errors: [] })
})

test("Google without any key is a 403", async () => {
  const { emulator } = await start("googleGenerate", { key: "right" })
  const answer = await fetch(`${emulator.url}/models/gemini:generateContent`, { method: "POST", body: "{}" })
  expect(answer.status).toBe(403)
})

test.each<[EmulatorKind, number, string]>([
  ["openaiChat", 404, "The model `other` does not exist"],
  ["openaiResponses", 404, "The model `other` does not exist"],
  ["anthropicMessages", 404, "model: other"],
  ["googleGenerate", 404, "models/other is not found for API version v1beta"],
  ["ollama", 404, 'model "other" not found, try pulling it first'],
  ["vllm", 404, "The model `other` does not exist."],
  ["deepseekLike", 400, "Model Not Exist"],
  ["mistral", 400, "Invalid model: other"],
])("%s: a wrong model", async (kind, statusCode, message) => {
  const { emulator } = await start(kind, { model: "mine" })
  const ours = modelOf(kind, emulator.url, "key", "mine")
  await expect(ask(ours)).resolves.toMatchObject({ errors: [] })
  const other = modelOf(kind, emulator.url, "key", "other")
  await expect(ask(other)).rejects.toMatchObject({ statusCode, message: expect.stringContaining(message) })
})

test("llama.cpp has one model and answers to any name", async () => {
  const { emulator } = await start("llamacpp", { model: "mine" })
  await expect(ask(modelOf("llamacpp", emulator.url, "key", "other"))).resolves.toMatchObject({ errors: [] })
})

test.each<EmulatorKind>(["openaiChat", "anthropicMessages", "googleGenerate", "mistral"])(
  "%s: busy so many times, and says when to come back",
  async (kind) => {
    const { model } = await start(kind, { quirks: { rateLimited: { times: 2, retryAfter: 7 } } })
    const busy = { statusCode: 429, isRetryable: true, responseHeaders: { "retry-after": "7" } }
    await expect(ask(model)).rejects.toMatchObject(busy)
    await expect(ask(model)).rejects.toMatchObject(busy)
    await expect(ask(model)).resolves.toMatchObject({ errors: [] })
  },
)

test("down with 500 after some requests", async () => {
  const { model } = await start("openaiChat", { quirks: { downAfter: { requests: 1, as: 500 } } })
  await ask(model)
  await expect(ask(model)).rejects.toMatchObject({ statusCode: 500 })
  await expect(ask(model)).rejects.toMatchObject({ statusCode: 500 })
})

test("nothing listens any more after some requests", async () => {
  const { model, emulator } = await start("anthropicMessages", {
    quirks: { downAfter: { requests: 2, as: "refused" } },
  })
  await ask(model)
  await ask(model)
  await expect(ask(model)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } })
  expect(emulator.requests).toHaveLength(2)
})

test("streams refused, or answered in one piece", async () => {
  const refused = await start("openaiChat", { quirks: { noStream: "refused" } })
  await expect(ask(refused.model)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("stream"),
  })
  await expect(generate(refused.model)).resolves.toMatchObject({ finish: "stop" })
  const { emulator } = await start("openaiChat", { quirks: { noStream: "whole" } })
  const body = JSON.stringify({ stream: true, messages: [] })
  const answer = await fetch(`${emulator.url}/chat/completions`, { method: "POST", body })
  expect(answer.headers.get("content-type")).toBe("application/json")
})

test("nothing said, and a refusal in each endpoint's way", async () => {
  for (const kind of ["openaiChat", "anthropicMessages", "googleGenerate", "openaiResponses", "llamacpp"] as const) {
    const empty = await start(kind, { quirks: { empty: true } })
    expect(await ask(empty.model)).toMatchObject({ text: "", calls: [], finish: "stop" })
    const refusing = await start(kind, { quirks: { refusal: true } })
    expect(await ask(refusing.model)).toMatchObject({ calls: [], finish: "content-filter" })
    expect(await generate(refusing.model)).toMatchObject({ calls: [], finish: "content-filter" })
  }
})

test("slow streams are whole", async () => {
  const { model } = await start("openaiResponses", { quirks: { slow: 1 } })
  expect((await ask(model)).text).toBe("I would look at the workspace first.")
})

test.each<EmulatorKind>(["openaiChat", "anthropicMessages", "googleGenerate", "openaiResponses", "mistral"])(
  "%s: streams that break off are no answers",
  async (kind) => {
    const dropping = await start(kind, { mind: () => ({ text: "The beginning of", ending: "drop" }) })
    await expect(ask(dropping.model)).rejects.toThrow()
    const unfinished = await start(kind, { mind: () => ({ text: "The beginning of", ending: "unfinished" }) })
    expect((await ask(unfinished.model)).finish).not.toBe("stop")
  },
)

test("faults of the mind's own: a status, silence, silence in the middle", async () => {
  const broken = await start("openaiChat", { mind: () => ({ fault: status(503) }) })
  await expect(ask(broken.model)).rejects.toMatchObject({ statusCode: 503, isRetryable: true })
  for (const mind of [() => ({ fault: { kind: "hang" } }) as const, () => ({ text: "The", ending: "hang" }) as const]) {
    const arrived = Promise.withResolvers<void>()
    const { model, emulator } = await start("anthropicMessages", {
      mind: () => {
        arrived.resolve()
        return mind()
      },
    })
    const waiting = ask(model).catch(() => "ended")
    await arrived.promise
    await emulator.close()
    expect(await waiting).toBe("ended")
  }
})

test("a mind that throws is told with a status that no client retries", async () => {
  const { model } = await start("openaiChat", {
    mind: () => {
      throw new Error("I have no idea.")
    },
  })
  await expect(ask(model)).rejects.toMatchObject({ statusCode: 400, message: "The mind failed: I have no idea." })
})
