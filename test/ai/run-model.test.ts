import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generateText, jsonSchema, Output, streamText } from "ai"
import { afterAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { runModel } from "../../src/ai/index.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { bell } from "../scenarios/play.ts"
import { busyRinger, done, gated, ring, ringer } from "../server/models.ts"

/* A run as a model of the AI SDK, asked by the AI SDK itself. */

const workspace = mkdtempSync(join(tmpdir(), "keelson-ai-"))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

async function agentWith(model: Model, more: Partial<AgentOptions> = {}) {
  const { tool, rung } = bell()
  const base = { workspace, strategy: react, tools: [tool], approve: "full", checks: {}, secrets: {} } as const
  const store = new MemoryStore()
  const agent = await createAgent({ model, store, ...base, ...more })
  return { agent, rung, store }
}

describe("generateText", () => {
  it("gives the report of a run as text, with its tools, its usage and what became of it", async () => {
    const { agent } = await agentWith(ringer())
    const { text, usage, finishReason, providerMetadata, toolCalls, toolResults, response } = await generateText({
      model: runModel({ agent }),
      prompt: "Ring the bell.",
    })
    const [header] = await agent.runs()
    const result = await agent.result(header?.id ?? "")
    expect(text).toBe(result.message)
    expect(finishReason).toBe("stop")
    expect(usage).toMatchObject({ inputTokens: result.usage.prompt, outputTokens: result.usage.completion })
    expect(providerMetadata?.keelson).toMatchObject({ run_id: header?.id, outcome: "done", files: [] })
    expect(response).toMatchObject({ id: header?.id, modelId: "keelson" })
    expect(toolCalls).toMatchObject([{ toolName: "ring", providerExecuted: true, dynamic: true }])
    expect(toolResults).toMatchObject([{ toolName: "ring", output: { status: "done", text: "rang a" } }])
  })

  it("knows what was said before", async () => {
    const { agent, store } = await agentWith(ringer())
    const model = runModel({ agent })
    const messages = [
      { role: "user" as const, content: "What is two and two?" },
      { role: "assistant" as const, content: "Four." },
      { role: "user" as const, content: "Then ring." },
    ]
    const { providerMetadata } = await generateText({ model, messages })
    const [started] = await store.load(String(providerMetadata?.keelson?.run_id))
    expect(started?.record).toMatchObject({
      event: {
        request: "Then ring.",
        environment: { conversation: [{ request: "What is two and two?", summary: "Four." }] },
      },
    })
  })

  it("has a question as its reply, asks again where the next message is unclear, and goes on where it is clear", async () => {
    const { agent, rung } = await agentWith(ringer(), { approve: "ask" })
    const model = runModel({ agent })
    const first = await generateText({ model, prompt: "Ring the bell." })
    expect(first.text).toMatch(/ring[\s\S]*Reply with "allow"/)
    expect(first.providerMetadata?.keelson).toMatchObject({ outcome: "waiting" })
    const messages = [{ role: "user" as const, content: "Ring the bell." }, ...first.response.messages]
    const unclear = await generateText({ model, messages: [...messages, { role: "user", content: "Perhaps?" }] })
    expect(unclear.text).toBe(first.text)
    expect({ rung, used: unclear.usage.totalTokens }).toEqual({ rung: [], used: 0 })
    const { text } = await generateText({ model, messages: [...messages, { role: "user", content: "allow" }] })
    expect(text).toContain("The bell rang.")
    expect(rung).toEqual(["a"])
    expect(await agent.runs()).toHaveLength(1)
  })

  it("gives answers of a schema where an agent is made for each call", async () => {
    const model = runModel({
      agent: async ({ answerSchema }) =>
        (
          await agentWith(
            keyedModel({
              "turn-1/reply": ring("a"),
              "turn-2/reply": done("The bell rang."),
              "end-1/final_answer/try-1": { call: "final_answer", input: { answer: { bells: 1 } } },
            }),
            answerSchema ? { answerSchema } : {},
          )
        ).agent,
    })
    const output = Output.object({ schema: z.object({ bells: z.number() }) })
    expect((await generateText({ model, prompt: "Ring.", output })).output).toEqual({ bells: 1 })
  })

  it("says what it passes over, and refuses what it can't read", async () => {
    const { agent } = await agentWith(ringer())
    const model = runModel({ agent })
    const tools = { look: { description: "Look.", inputSchema: jsonSchema({ type: "object" }) } }
    const { warnings } = await generateText({ model, prompt: "Ring.", temperature: 0, tools })
    expect(warnings?.map((warning) => "feature" in warning && warning.feature)).toEqual(["temperature", "tools"])
    const image = { type: "file" as const, mediaType: "image/png", data: new Uint8Array([1]) }
    const messages = [{ role: "user" as const, content: [image] }]
    await expect(generateText({ model, messages, maxRetries: 0 })).rejects.toThrow("a run takes text")
  })

  it("ends with an error's finish and the report where the run failed", async () => {
    const { agent } = await agentWith(keyedModel({}))
    const { finishReason, text, providerMetadata } = await generateText({ model: runModel({ agent }), prompt: "Ring." })
    expect({ finishReason, keelson: providerMetadata?.keelson }).toMatchObject({
      finishReason: "error",
      keelson: { outcome: "failed" },
    })
    expect(text).toContain("**Outcome:** failed")
  })
})

describe("streamText", () => {
  it("shows progress while the run goes on, and the report at its end", async () => {
    const model = gated(busyRinger(2), "turn-2/reply")
    const { agent } = await agentWith(model)
    const { fullStream } = streamText({ model: runModel({ agent }), prompt: "Ring twice." })
    const types: string[] = []
    let words = ""
    for await (const part of fullStream) {
      types.push(part.type)
      if (part.type === "reasoning-delta") words += part.text
      // The second reply of the model comes only after the first tool was seen.
      if (part.type === "tool-result") model.open()
    }
    expect(words).toContain("Now bell 1.")
    expect(types.filter((type) => type === "tool-call" || type === "tool-result")).toEqual([
      ...["tool-call", "tool-result", "tool-call", "tool-result"],
    ])
    expect(types.indexOf("text-delta")).toBeGreaterThan(types.lastIndexOf("tool-result"))
    expect(types.slice(-2)).toEqual(["finish-step", "finish"])
  })

  it("ends the run with its report when the call is aborted", async () => {
    const model = gated(ringer(), "turn-1/reply")
    const { agent } = await agentWith(model)
    const abort = new AbortController()
    const errors: unknown[] = []
    const reply = streamText({
      model: runModel({ agent }),
      prompt: "Ring.",
      abortSignal: abort.signal,
      onError: ({ error }) => void errors.push(error),
    })
    const consumed = reply.consumeStream()
    await model.reached
    abort.abort()
    await consumed
    const [header] = await agent.runs()
    await expect.poll(async () => (await agent.result(header?.id ?? "")).outcome).toBe("cancelled")
  })
})
