import { afterEach, expect, test } from "vitest"
import { modelRequest } from "../../test/support/model-requests.ts"
import { type ModelServer, type ServerScript, startModelServer } from "../testing/model-server.ts"
import * as says from "../testing/server-reply.ts"
import { type OpenAICompatibleSettings, openAICompatible } from "./openai-compatible.ts"
import type { Model } from "./seam/model.ts"
import { readReply } from "./seam/read-reply.ts"

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function modelOver(script: ServerScript, settings: Partial<OpenAICompatibleSettings> = {}): Promise<Model> {
  server = await startModelServer({ script })
  return openAICompatible({ name: "tiny", baseUrl: server.url, retries: 0, ...settings })
}

function ask(model: Model) {
  return readReply(model, modelRequest(), new AbortController().signal)
}

const STATUSES = [
  [401, {}, { kind: "auth", message: expect.stringContaining("OPENAI_API_KEY") }],
  [402, {}, { kind: "quota" }],
  [429, { body: { error: { message: "No credit.", code: "insufficient_quota" } } }, { kind: "quota" }],
  [429, { retryAfter: 7 }, { kind: "busy", status: 429, retryAfterMs: 7000 }],
  [500, {}, { kind: "broken", status: 500 }],
  [503, { body: "<html>overloaded</html>" }, { kind: "broken", message: expect.stringContaining("overloaded") }],
  [
    500,
    { body: { error: { message: "Jinja Exception: roles must alternate" } } },
    { kind: "unsupported", feature: "alternation" },
  ],
  [
    400,
    { body: { error: { message: "too long", type: "exceed_context_size_error", n_ctx: 4096 } } },
    { kind: "overflow" },
  ],
  [
    400,
    { body: { error: { message: "bad schema" } } },
    { kind: "refused", message: expect.stringContaining("bad schema") },
  ],
  [404, {}, { kind: "refused", message: expect.stringContaining("unknown model or wrong base URL") }],
] as const

test.each(STATUSES)("status %i %j", async (code, detail, expected) => {
  const model = await modelOver([says.status(code, detail)])
  await expect(ask(model)).rejects.toMatchObject({ name: "ModelError", ...expected })
  await expect(ask(model)).rejects.toThrow(server?.url)
})

test("nothing listens", async () => {
  const model = await modelOver([])
  await server?.close()
  await expect(ask(model)).rejects.toMatchObject({
    kind: "broken",
    message: expect.stringMatching(/Nothing listens at http:.*is the server running/),
  })
})

test("a dropped socket and a stream without an end give no reply", async () => {
  const model = await modelOver([says.drop(), { ...says.call("plan", { a: 1 }), ending: "unfinished" }])
  await expect(ask(model)).rejects.toMatchObject({ kind: "broken" })
  await expect(ask(model)).rejects.toMatchObject({
    kind: "broken",
    message: expect.stringContaining("in the middle of the reply"),
  })
})

test("silence at the start is a timeout", async () => {
  const model = await modelOver([says.hang()], { timeouts: { firstByteMs: 50, idleMs: 60_000 } })
  await expect(ask(model)).rejects.toMatchObject({ kind: "timeout", message: expect.stringContaining("first byte") })
})

test("silence in the middle is one too", async () => {
  const model = await modelOver([says.hangMidStream()], { timeouts: { firstByteMs: 60_000, idleMs: 50 } })
  await expect(ask(model)).rejects.toMatchObject({ kind: "timeout", message: expect.stringContaining("next part") })
})

test("a web page instead of a stream points to the base URL", async () => {
  const page = { kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<html>" } as const
  const model = await modelOver([page])
  await expect(ask(model)).rejects.toMatchObject({ kind: "refused", message: expect.stringContaining("text/html") })
})

test("a passing fault is retried by the model itself", async () => {
  const model = await modelOver([says.status(429, { retryAfter: 0 }), says.text("second")], { retries: 1 })
  expect((await ask(model)).text).toBe("second")
  expect(server?.requests).toHaveLength(2)
})

test.each([
  ['data: {"error":{"message":"Slow down.","code":429}}\n\n', "busy"],
  ['data: {"error":{"message":"Too long.","code":"context_length_exceeded"}}\n\n', "overflow"],
  ["data: {half a chunk\n\n", "broken"],
])("an error inside a stream that began well: %j", async (body, kind) => {
  const headers = { "content-type": "text/event-stream" }
  const model = await modelOver([{ kind: "status", status: 200, headers, body }])
  await expect(ask(model)).rejects.toMatchObject({ name: "ModelError", kind })
})
