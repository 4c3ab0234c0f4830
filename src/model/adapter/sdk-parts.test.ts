import { readdirSync, readFileSync } from "node:fs"
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import type { ModelPart } from "../seam/model.ts"
import { readParts } from "./sdk-parts.ts"

const USAGE = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}
const LENGTH = { type: "finish", usage: USAGE, finishReason: { unified: "length", raw: "max_tokens" } } as const
const END = { type: "end", usage: { prompt: 10, completion: 5, cached: 4 }, finish: "length" }

async function read(...parts: LanguageModelV4StreamPart[]): Promise<ModelPart[]> {
  const source = {
    modelId: "p:m",
    request: modelRequest(),
    contextWindow: 128_000,
    endpoint: { name: "m", baseUrl: "http://h/v1" },
  }
  const read: ModelPart[] = []
  for await (const part of readParts(ReadableStream.from(parts), source)) read.push(part)
  return read
}

test("a call that was cut off before its package called it one keeps its raw arguments", async () => {
  expect(
    await read(
      { type: "tool-input-start", id: "a", toolName: "plan" },
      { type: "tool-input-delta", id: "a", delta: '{"goal": "ha' },
      { type: "tool-input-delta", id: "a", delta: "lf" },
      LENGTH,
    ),
  ).toEqual([{ type: "call", call: { id: "a", name: "plan", arguments: '{"goal": "half' } }, END])
})

test("a call that is complete comes once, with its note", async () => {
  expect(
    await read(
      { type: "tool-input-start", id: "a", toolName: "plan" },
      { type: "tool-input-delta", id: "a", delta: "{}" },
      { type: "tool-call", toolCallId: "a", toolName: "plan", input: "{}", providerMetadata: { p: { mark: "x" } } },
      LENGTH,
    ),
  ).toEqual([
    {
      type: "call",
      call: { id: "a", name: "plan", arguments: "{}", opaque: { model: "p:m", provider: { p: { mark: "x" } } } },
    },
    END,
  ])
})

test("a thought is one part, with all that was noted on it from its start to its end, or to the end of the reply", async () => {
  expect(
    await read(
      { type: "reasoning-start", id: "1", providerMetadata: { p: { id: "r" } } },
      { type: "reasoning-delta", id: "1", delta: "h" },
      { type: "reasoning-delta", id: "1", delta: "m", providerMetadata: { p: { signature: "s" } } },
      { type: "reasoning-end", id: "1" },
      { type: "reasoning-start", id: "2" },
      { type: "reasoning-end", id: "2" },
      { type: "reasoning-delta", id: "3", delta: "open" },
      LENGTH,
    ),
  ).toEqual([
    {
      type: "opaque",
      part: { text: "hm", metadata: { model: "p:m", provider: { p: { id: "r", signature: "s" } } } },
    },
    { type: "opaque", part: { text: "open", metadata: { model: "p:m" } } },
    END,
  ])
})

test("a stream without its finish is no reply", async () => {
  await expect(read({ type: "text-delta", id: "1", delta: "half" })).rejects.toMatchObject({ kind: "broken" })
})

test("provider packages are loaded when first used: only types of them are imported at start", () => {
  const folder = new URL(".", import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !/(test|fixture)\.ts$/.test(name))
  const importsOf = (name: string) =>
    readFileSync(new URL(name, folder), "utf8")
      .split(/^import /m)
      .slice(1)
  const isEager = (line: string) => /^[^"]*"@ai-sdk\//.test(line) && !line.startsWith("type ")
  const eager = files.filter((name) => importsOf(name).some(isEager))
  expect(eager).toEqual([])
})
