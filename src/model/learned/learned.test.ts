import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Emulator, startEmulator } from "../../../test/support/emulators/emulator.ts"
import type { EmulatorKind } from "../../../test/support/emulators/kinds.ts"
import type { HeardRequest } from "../../../test/support/emulators/mind.ts"
import type { Quirks } from "../../../test/support/emulators/quirks.ts"
import { modelRequest } from "../../../test/support/model-requests.ts"
import type { Message } from "../../protocol/log/message.ts"
import { ScriptedModel } from "../../testing/scripted-model.ts"
import { resolveModel } from "../resolve-model.ts"
import type { ModelPart } from "../seam/model.ts"
import { InMemoryLearned, withLearned } from "./learned.ts"
import { openLearned } from "./learned-file.ts"

const TOOLS = [{ name: "read", description: "Reads.", schema: { type: "object" } }]
const TALK: Message[] = [
  { role: "system", text: "Be kind." },
  { role: "user", text: "Go." },
  { role: "assistant", text: "", calls: [{ id: "a12345678", name: "read", arguments: "{}" }] },
  { role: "tool", callId: "a12345678", name: "read", text: "content" },
  { role: "user", text: "And now?" },
]

describe("a shape that is learned on the way", () => {
  let emulator: Emulator | undefined
  afterEach(() => emulator?.close())

  const CASES: readonly (readonly [EmulatorKind, Quirks, object, string[]])[] = [
    ["llamacpp", { systemRefused: true }, { systemRole: false }, ["user", "assistant", "tool", "user"]],
    ["vllm", { systemRefused: true }, { systemRole: false }, ["user", "assistant", "tool", "user"]],
    ["mistral", {}, { alternation: "strict" }, ["system", "user", "assistant", "tool"]],
  ]

  test.each(CASES)("%s %j", async (kind, quirks, fact, roles) => {
    const seen: HeardRequest[] = []
    const mind = (asked: HeardRequest) => {
      seen.push(asked)
      return { text: "Good." }
    }
    emulator = await startEmulator(kind, { mind, quirks })
    const memory = new InMemoryLearned()
    const plain = resolveModel({ model: "openai-compatible:m", baseUrl: emulator.url, env: {}, retries: 0 })
    const model = withLearned(plain, memory)
    const request = modelRequest({ messages: TALK, tools: TOOLS })

    const kinds = await drain(model.stream(request, new AbortController().signal))
    expect(kinds.filter((type) => type !== "text")).toEqual(["retry", "end"])
    expect(seen[0]?.messages.map(({ role }) => role)).toEqual(roles)
    expect(memory.find(model.id, emulator.url)).toEqual(fact)

    await drain(model.stream(request, new AbortController().signal))
    expect(emulator.requests).toHaveLength(3)
  })

  test("a window that is smaller than the table thought", async () => {
    emulator = await startEmulator("llamacpp", { mind: () => ({ text: "x" }), quirks: { contextSize: 20 } })
    const plain = resolveModel({ model: "llamacpp:m", baseUrl: emulator.url, env: {}, retries: 0 })
    const model = withLearned(plain, new InMemoryLearned())
    const long = modelRequest({ messages: [{ role: "user", text: "word ".repeat(500) }] })
    await expect(drain(model.stream(long, new AbortController().signal))).rejects.toMatchObject({
      kind: "overflow",
      sizes: { window: 20, prompt: expect.any(Number) },
    })
    expect(model.contextWindow).toBe(20)
  })
})

describe("traits", () => {
  test("what is learned shows at once, and the rest stays", async () => {
    const plain = { ...new ScriptedModel([]), id: "p:m", contextWindow: 100, stream: () => fail() }
    const model = withLearned({ ...plain, traits: { rungs: ["named"], thinking: "switchable" } }, new InMemoryLearned())
    expect(model.traits).toEqual({ rungs: ["named"], thinking: "switchable" })
    await model.learn?.({ rungs: ["schema", "text"] })
    expect(model.traits).toEqual({ rungs: ["schema", "text"], thinking: "switchable" })
    await model.learn?.({ thinkingOff: false })
    expect(model.traits).toEqual({ rungs: ["schema", "text"], thinking: "fixed" })
    const bound = { rungs: ["named"], thinking: "free", isBoundBySchema: true } as const
    expect(withLearned({ ...plain, traits: bound }, new InMemoryLearned()).traits).toEqual(bound)
  })
})

describe("the file", () => {
  let path = ""
  let notices: string[] = []
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), "keelson-learned-")), "state", "learned.json")
    notices = []
  })
  const open = () => openLearned(path, (notice) => notices.push(notice))

  test("outlives the process", async () => {
    await (await open()).learn("p:m", "http://host/v1", { rungs: ["schema"] })
    await (await open()).learn("p:m", "http://host/v1", { systemRole: false })
    expect((await open()).find("p:m", "http://host/v1")).toEqual({ rungs: ["schema"], systemRole: false })
    expect((await open()).find("p:m", "http://other/v1")).toEqual({})
    expect(await readdir(join(path, ".."))).toEqual(["learned.json"])
  })

  test("two processes add to each other", async () => {
    const [one, two] = [await open(), await open()]
    await one.learn("p:a", "u", { systemRole: false })
    await two.learn("p:b", "u", { alternation: "strict" })
    await one.learn("p:a", "u", { thinkingOff: true })
    const { models } = JSON.parse(await readFile(path, "utf8"))
    expect(models).toEqual({ "p:a u": { systemRole: false, thinkingOff: true }, "p:b u": { alternation: "strict" } })
  })

  test("many facts at once are all kept", async () => {
    const memory = await open()
    await Promise.all([1, 2, 3, 4, 5].map((n) => memory.learn(`p:${n}`, "u", { systemRole: false })))
    expect(Object.keys(JSON.parse(await readFile(path, "utf8")).models)).toHaveLength(5)
  })

  test.each(["{half", '{"keelson_learned":2}', '{"keelson_learned":1,"models":{"x":{"rungs":[]}}}'])(
    "a damaged one is ignored with a notice: %s",
    async (content) => {
      await (await open()).learn("p:m", "u", { systemRole: false })
      await writeFile(path, content)
      const memory = await open()
      expect(memory.find("p:m", "u")).toEqual({})
      expect(notices).toEqual([expect.stringContaining("damaged")])
      await memory.learn("p:m", "u", { systemRole: false })
      expect((await open()).find("p:m", "u")).toEqual({ systemRole: false })
    },
  )

  test("a place that can't be written costs a notice, no more", async () => {
    path = join("/dev/null", "learned.json")
    const memory = await open()
    await memory.learn("p:m", "u", { systemRole: false })
    expect(memory.find("p:m", "u")).toEqual({ systemRole: false })
    expect(notices.at(-1)).toContain("could not be kept")
  })
})

async function drain(parts: AsyncIterable<ModelPart>): Promise<string[]> {
  const types: string[] = []
  for await (const part of parts) types.push(part.type)
  return types
}

function fail(): never {
  throw new Error("Nobody is to be asked here.")
}
