import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { crc32 } from "node:zlib"
import { afterEach, expect, test } from "vitest"
import { modelRequest } from "../../test/support/model-requests.ts"
import { resolveModel } from "./resolve-model.ts"
import { readReply } from "./seam/read-reply.ts"

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  return new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
})

type Seen = { path: string; authorization: string; body: Record<string, unknown> }

/** An endpoint that answers every request alike and keeps what it saw. */
async function start(status: number, headers: Record<string, string>, answer: Buffer | string) {
  const seen: Seen[] = []
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = JSON.parse(Buffer.concat(pieces).toString())
    seen.push({ path: request.url ?? "", authorization: request.headers.authorization ?? "", body })
    response.writeHead(status, headers).end(answer)
  })
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** One message of Amazon's event stream: lengths, headers, payload, each part with its checksum. */
function frame(event: string, payload: object): Buffer {
  const headers = Buffer.concat([header(":event-type", event), header(":message-type", "event")])
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const head = Buffer.concat([prelude, checksum(prelude), headers, body])
  return Buffer.concat([head, checksum(head)])
}

function header(name: string, value: string): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(value.length)
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), size, Buffer.from(value)])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

const MODEL = "bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0"
const CALL = [
  frame("messageStart", { role: "assistant" }),
  frame("contentBlockStart", { contentBlockIndex: 0, start: { toolUse: { toolUseId: "t1", name: "plan" } } }),
  frame("contentBlockDelta", { contentBlockIndex: 0, delta: { toolUse: { input: '{"goal":' } } }),
  frame("contentBlockDelta", { contentBlockIndex: 0, delta: { toolUse: { input: '"g"}' } } }),
  frame("contentBlockStop", { contentBlockIndex: 0 }),
  frame("messageStop", { stopReason: "tool_use" }),
  frame("metadata", { usage: { inputTokens: 20, outputTokens: 5, totalTokens: 25, cacheReadInputTokens: 0 } }),
]

function ask(baseUrl: string, env: Record<string, string>) {
  const model = resolveModel({ model: MODEL, baseUrl, env, retries: 0 })
  const request = modelRequest({
    tools: [{ name: "plan", description: "Plans.", schema: { type: "object", properties: {} } }],
    choice: { kind: "named", name: "plan" },
    messages: [
      { role: "system", text: "Be kind." },
      { role: "user", text: "Go." },
      { role: "assistant", text: "", calls: [{ id: "t0", name: "plan", arguments: '{ "goal": "old" }' }] },
      { role: "tool", callId: "t0", name: "plan", text: "ok" },
    ],
  })
  return readReply(model, request, new AbortController().signal)
}

test("a forced call, with arguments as objects and marks for the cache", async () => {
  const { url, seen } = await start(200, { "content-type": "application/vnd.amazon.eventstream" }, Buffer.concat(CALL))
  expect(await ask(url, { AWS_BEARER_TOKEN_BEDROCK: "token" })).toEqual({
    text: "",
    calls: [{ id: "t1", name: "plan", arguments: '{"goal":"g"}' }],
    usage: { prompt: 20, completion: 5, cached: 0 },
    finish: "calls",
  })
  const [{ path, authorization, body } = { path: "", authorization: "", body: {} }] = seen
  expect(path).toContain("/converse-stream")
  expect(authorization).toBe("Bearer token")
  expect(body.toolConfig).toMatchObject({ toolChoice: { tool: { name: "plan" } } })
  expect(JSON.stringify(body.messages)).toContain('"input":{"goal":"old"}')
  expect(JSON.stringify(body).match(/"cachePoint"/g)).toHaveLength(3)
})

test("with keys instead of a token the request is signed", async () => {
  const { url, seen } = await start(200, { "content-type": "application/vnd.amazon.eventstream" }, Buffer.concat(CALL))
  await ask(url, { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret" })
  expect(seen[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID/)
})

test.each([
  [
    403,
    "UnrecognizedClientException",
    "The security token included in the request is invalid.",
    "auth",
    /AWS_BEARER_TOKEN_BEDROCK or AWS_ACCESS_KEY_ID and AWS_SECRET/,
  ],
  [
    400,
    "ValidationException",
    "The provided model identifier is invalid.",
    "refused",
    /has no model "anthropic\.claude/,
  ],
  [429, "ThrottlingException", "Too many requests.", "busy", /busy/],
  [
    400,
    "ValidationException",
    "This model doesn't support tool use.",
    "unsupported",
    /does not support what was asked \(tools\)/,
  ],
])("%i %s", async (status, type, message, kind, words) => {
  const headers = { "content-type": "application/json", "x-amzn-errortype": type }
  const { url } = await start(status, headers, JSON.stringify({ message }))
  const asked = ask(url, { AWS_BEARER_TOKEN_BEDROCK: "token" })
  await expect(asked).rejects.toMatchObject({ kind, message: expect.stringMatching(words) })
})
