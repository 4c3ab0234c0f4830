import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { InMemoryLearned, type LearnedMemory, withLearned } from "../../src/model/learned/learned.ts"
import { type ModelSpec, resolveModel } from "../../src/model/resolve-model.ts"
import type { Model } from "../../src/model/seam/model.ts"
import type { Environment } from "../../src/protocol/log/environment.ts"
import { type Emulator, type EmulatorSettings, startEmulator } from "../support/emulators/emulator.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"

/** Local servers by their emulators. */
const LOCAL: readonly (readonly [EmulatorKind, string])[] = [
  ["llamacpp", "llamacpp"],
  ["ollama", "ollama"],
  ["lmStudio", "lmstudio"],
  ["vllm", "vllm"],
]

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function emulate(kind: EmulatorKind, settings: Partial<EmulatorSettings> = {}): Promise<Emulator> {
  const emulator = await startEmulator(kind, { mind: () => ({ text: "Hello." }), ...settings })
  open.push(emulator)
  return emulator
}

function modelAt(url: string, spec: Partial<ModelSpec> = {}, memory: LearnedMemory = new InMemoryLearned()): Model {
  return withLearned(resolveModel({ model: "tiny", baseUrl: url, env: {}, retries: 0, ...spec }), memory)
}

async function rungsOf(model: Model): Promise<readonly string[] | undefined> {
  await model.prepare?.()
  return model.traits?.rungs
}

/** One run; what it was laid out for. */
async function greet(model: Model, request = "Say hello."): Promise<Pick<Environment, "window" | "tools">> {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-server-"))
  const store = new MemoryStore()
  const agent = await createAgent({ model, store, workspace, strategy: "react", approve: "full", secrets: {} })
  const { run_id } = await agent.run(request)
  await rm(workspace, { recursive: true, force: true })
  for (const { record } of await store.load(run_id))
    if (record.kind === "event" && record.event.type === "run.started") return record.event.environment
  throw new Error("It did not start.")
}

describe("a server of one's own", () => {
  it.each(LOCAL)(
    "%s is known by what it says, whatever it is called: its row and its window count from the first call",
    async (kind, row) => {
      const { url, requests, probes } = await emulate(kind, { model: "tiny", quirks: { contextSize: 4096 } })
      const memory = new InMemoryLearned()
      const model = modelAt(url, {}, memory)
      expect(await greet(model)).toMatchObject({ window: 4096, tools: expect.not.arrayContaining(["apply_patch"]) })
      expect(requests[0]?.body).toMatchObject({ max_tokens: Math.floor(4096 / 5) })
      // Whatever this run saw of its model, which only ever says hello, the next one begins with the row.
      expect(await rungsOf(modelAt(url, {}, memory))).toEqual(
        resolveModel({ model: `${row}:tiny`, env: {} }).traits?.rungs,
      )
      expect(memory.find("openai-compatible:tiny", url)).toMatchObject({ server: row, contextWindow: 4096 })
      const asked = probes.length
      expect(asked).toBeLessThanOrEqual(6)
      await greet(model)
      expect(probes.length, "asked once").toBe(asked)
    },
  )

  it.each(LOCAL)(
    "%s that is known from an earlier day is asked one question, for what may have changed",
    async (kind, row) => {
      const { url, probes } = await emulate(kind, { model: "tiny", quirks: { contextSize: 4096 } })
      const memory = new InMemoryLearned()
      await memory.learn("openai-compatible:tiny", url, { server: row as "ollama", contextWindow: 12_000 })
      const model = modelAt(url, {}, memory)
      expect(await greet(model)).toMatchObject({ window: 4096 })
      expect(probes).toHaveLength(1)
      expect(memory.find("openai-compatible:tiny", url)).toMatchObject({ server: row, contextWindow: 4096 })
    },
  )

  it("that is none of those known is asked a single question the next time, window or not", async () => {
    const { url, probes } = await emulate("openaiChat")
    const memory = new InMemoryLearned()
    await greet(modelAt(url, {}, memory))
    const asked = probes.length
    expect(memory.find("openai-compatible:tiny", url)).toMatchObject({ isStranger: true })
    await greet(modelAt(url, { env: { OPENAI_API_KEY: "another" } }, memory))
    expect(probes.length - asked).toBe(1)
  })

  it("that is another one by now is recognised anew", async () => {
    const { url } = await emulate("llamacpp", { model: "tiny", quirks: { contextSize: 4096 } })
    const memory = new InMemoryLearned()
    for (const was of [{ server: "ollama" }, { isStranger: true }] as const) {
      await memory.learn("openai-compatible:tiny", url, { contextWindow: 8192, ...was })
      expect(await greet(modelAt(url, { env: { OPENAI_API_KEY: JSON.stringify(was) } }, memory))).toMatchObject({
        window: 4096,
      })
      expect(memory.find("openai-compatible:tiny", url).isStranger).toBeUndefined()
      expect(memory.find("openai-compatible:tiny", url)).toMatchObject({ server: "llamacpp", contextWindow: 4096 })
    }
  })

  it("is remembered for the time when it says nothing", async () => {
    const { url } = await emulate("openaiChat")
    const memory = new InMemoryLearned()
    await memory.learn("openai-compatible:tiny", url, { server: "ollama", contextWindow: 4096 })
    const model = modelAt(url, {}, memory)
    expect(await greet(model)).toMatchObject({ window: 4096 })
    expect(await rungsOf(modelAt(url, {}, memory))).toEqual(["schema", "text"])
  })

  it("counts as 128,000 tokens where nobody tells, and as what the user says where he does", async () => {
    const { url } = await emulate("openaiChat")
    expect(await greet(modelAt(url))).toMatchObject({ context_window: { tokens: 128_000, from: "assumed" } })
    const told = await emulate("llamacpp", { quirks: { contextSize: 4096 } })
    expect(await greet(modelAt(told.url, { contextWindow: 12_000 }))).toMatchObject({ window: 12_000 })
    expect(await greet(modelAt(told.url, { contextWindow: 64_000 }))).not.toHaveProperty("window")
  })

  it("llama.cpp that has several models, and loads them when they are asked, is asked for this one without loading it", async () => {
    const quirks = { contextSize: 4096, loadsLate: true, noTools: true }
    const { url, probes, requests } = await emulate("llamacpp", { model: "tiny", quirks })
    const memory = new InMemoryLearned()
    await greet(modelAt(url, {}, memory))
    const known = probes.length
    const nextDay = modelAt(url, { env: { OPENAI_API_KEY: "another day" } }, memory)
    expect(await greet(nextDay)).toMatchObject({ window: 4096 })
    expect(probes.slice(known).map(({ path }) => path)).toEqual(["/props?model=tiny&autoload=false"])
    expect(requests.at(-1)?.body, "its template has no tools").not.toHaveProperty("tools")
  })

  it.each(["ollama", "lmStudio"] as const)(
    "%s that loads its model late tells its window behind the first reply",
    async (kind) => {
      const { url } = await emulate(kind, { model: "tiny", quirks: { contextSize: 4096, loadsLate: true } })
      const memory = new InMemoryLearned()
      const model = modelAt(url, {}, memory)
      expect(await greet(model)).toMatchObject({ window: 8192 })
      expect(model.contextWindow).toBe(4096)
      expect(await greet(modelAt(url, {}, memory))).toMatchObject({ window: 4096 })
    },
  )

  it("wins over what was remembered of it: it may have been started anew", async () => {
    const { url } = await emulate("llamacpp", { quirks: { contextSize: 12_000 } })
    const memory = new InMemoryLearned()
    await memory.learn("openai-compatible:tiny", url, { contextWindow: 4096 })
    expect(await greet(modelAt(url, {}, memory))).toMatchObject({ window: 12_000 })
  })

  it("that says anything at all has said nothing, and the run goes on", async () => {
    const { url, requests } = await strangeServer()
    expect(await greet(modelAt(url))).toMatchObject({ context_window: { tokens: 128_000, from: "assumed" } })
    expect(requests()).toBeGreaterThan(0)
  })

  it("is not asked where it stands for a provider with a key", async () => {
    const { url, probes } = await emulate("openaiChat")
    await greet(modelAt(url, { model: "openai-chat:gpt-5", env: { OPENAI_API_KEY: "k" } }))
    expect(probes).toEqual([])
  })

  it("gets its key with these questions too", async () => {
    const { url, probes } = await emulate("vllm", { key: "mine", model: "tiny" })
    await greet(modelAt(url, { model: "vllm:tiny", env: { VLLM_API_KEY: "mine" } }))
    expect(new Set(probes.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer mine"]))
  })

  it("names the models that it has where it has not the one that was asked for", async () => {
    const { url } = await emulate("ollama", { model: "qwen3:8b" })
    const model = modelAt(url, { model: "ollama:other" })
    await model.prepare?.()
    await expect(drain(model)).rejects.toThrow(/has no model "other".+It has: qwen3:8b\./)
  })
})

/** Answers every question about itself with what nobody can use. */
async function strangeServer(): Promise<{ url: string; requests: () => number }> {
  const oddities = ["[".repeat(100_000), "7", "<html>", '{"data":[null,{"id":7}],"models":{}}', "x".repeat(5_000_000)]
  let n = 0
  const server = createServer((request, response) => {
    if (request.url === "/v1/chat/completions") return void response.writeHead(500).end()
    response.writeHead(200, { "content-type": "application/json" }).end(oddities[n++ % oddities.length])
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  open.push({
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests: () => n }
}

async function drain(model: Model): Promise<void> {
  const request = {
    purpose: { key: "k", control: "turn" },
    messages: [{ role: "user", text: "Hi" }],
    tools: [],
    choice: { kind: "auto" },
  } as const
  for await (const _part of model.stream(request, new AbortController().signal));
}
