import { afterEach, describe, expect, test } from "vitest"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { InMemoryLearned, withLearned } from "../../src/model/learned/learned.ts"
import { openAICompatible } from "../../src/model/openai-compatible.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import type { Model } from "../../src/model/seam/model.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts"
import { type ChatBody, call, type ServerReply, status, text } from "../../src/testing/server-reply.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { makeFixture } from "../support/tool-fixture.ts"

let server: ModelServer | undefined
afterEach(() => server?.close())

type Of<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

const LONG = Object.fromEntries(
  Array.from({ length: 6 }, (_, n) => [`f${n}.txt`, `file${n}: ${"some words of a long file\n".repeat(400)}`]),
)

async function agentFor(model: Model, options: Partial<AgentOptions> = {}) {
  const { workspace } = await makeFixture(LONG)
  const store = new MemoryStore()
  const shared = { workspace: workspace.root, tools: codingTools, strategy: "react", store, secrets: {}, ...options }
  const eventsOf = async <Type extends DurableEvent["type"]>(runId: string, type: Type) => {
    const events = (await store.load(runId)).flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
    return events.filter((event): event is Of<Type> => event.type === type)
  }
  return {
    agent: await createAgent({ model, ...shared }),
    again: (other: Model) => createAgent({ model: other, ...shared }),
    eventsOf,
  }
}

const sizeOf = (body: ChatBody) => Math.ceil(JSON.stringify([body.messages, body.tools]).length / 4)
const GOOD = text("All is well.")

describe("the window of a model", () => {
  test.each([
    ["what the server reports", "m", 32_768, { tokens: 32_768, from: "known" }],
    ["a gateway on this machine that tells no window", "m", null, { tokens: 128_000, from: "assumed" }],
    ["a known name beats the guess", "anthropic/claude-sonnet-4-5", null, { tokens: 200_000, from: "known" }],
  ])("%s", async (_what, name, window, expected) => {
    server = await startModelServer({ script: () => GOOD, window })
    const { agent, eventsOf } = await agentFor(openAICompatible({ name, baseUrl: server.url }))
    const { run_id } = await agent.run("What is here?")
    expect((await eventsOf(run_id, "run.started"))[0]?.environment.context_window).toEqual(expected)
  })

  test("a local runtime that does not answer counts as 8k, whatever its model is called", async () => {
    server = await startModelServer({ script: () => GOOD, window: null })
    const model = resolveModel({ model: "ollama:gpt-4.1", baseUrl: server.url, env: {} })
    const { agent, eventsOf } = await agentFor(model)
    const { run_id } = await agent.run("What is here?")
    const [started] = await eventsOf(run_id, "run.started")
    expect(started?.environment.context_window).toEqual({ tokens: 8192, from: "assumed" })
  })

  test("the user's word stays with the run, whoever goes on with it", async () => {
    const script = (_body: ChatBody, n: number) => (n === 0 ? call("ask_user", { questions: ["Which?"] }) : GOOD)
    server = await startModelServer({ script, window: null })
    const { url: baseUrl } = server
    const given = openAICompatible({ name: "m", baseUrl, contextWindow: 20_000 })
    const { agent, again } = await agentFor(given)
    const waiting = await agent.run("Which of the two is better?")
    expect(waiting.outcome).toBe("waiting")
    const other = await again(openAICompatible({ name: "m", baseUrl }))
    await other.answer(waiting.run_id, { kind: "clarification", text: "A" })
    expect(await (await other.resume(waiting.run_id)).result).toMatchObject({ outcome: "done" })
    const fork = await (await other.fork(waiting.run_id, { from: "turn-2/reply" })).result
    expect(fork.outcome).not.toBe("failed")
    const asked = server.requests.map(({ body }) => (body as { max_tokens?: number }).max_tokens)
    expect(asked[0]).toBeLessThan(5000)
    expect(new Set(asked).size).toBe(1)
  })
})

/** As the library is given it, and as surfaces do, which remember what was learned of an endpoint. */
const MEMORIES = [
  ["", (model: Model) => model],
  ["with a memory for endpoints, ", (model: Model) => withLearned(model, new InMemoryLearned())],
] as const

describe.each(MEMORIES)("%san endpoint that takes less than was assumed", (_memory, remembering) => {
  const REAL = 12_000
  const told = (body: ChatBody) =>
    `This model's maximum context length is ${REAL} tokens. However, your messages resulted in ${sizeOf(body)} tokens.`

  test.each<[string, (body: ChatBody) => ServerReply]>([
    [
      "and says so",
      (body) => status(400, { body: { error: { message: told(body), code: "context_length_exceeded" } } }),
    ],
    [
      "and does not say what",
      () => status(400, { body: { error: { message: "Input is too long for requested model." } } }),
    ],
  ])("%s: the run learns it, and goes on compacted", async (_name, refusal) => {
    let reads = 0
    const script = (body: ChatBody) => {
      if (sizeOf(body) > REAL) return refusal(body)
      return reads < 6 ? call("read_file", { path: `f${reads++}.txt` }) : GOOD
    }
    server = await startModelServer({ script, window: null })
    const { agent, eventsOf } = await agentFor(remembering(openAICompatible({ name: "m", baseUrl: server.url })))
    const result = await agent.run("What do the files say?")
    expect(result).toMatchObject({ outcome: "done", message: expect.stringContaining("All is well.") })
    const learned = await eventsOf(result.run_id, "window.learned")
    expect(learned[0]).toMatchObject({ before: 128_000 })
    if (_name === "and says so") expect(learned).toMatchObject([{ tokens: REAL }])
    expect((await eventsOf(result.run_id, "context.compacted")).length).toBeGreaterThan(0)
    expect(await eventsOf(result.run_id, "model.failed")).toMatchObject([{ kind: "overflow", status: 400 }])
  })
})
