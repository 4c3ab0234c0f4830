import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text as readText } from "node:stream/consumers"
import { chunksOf, wholeOf } from "../../src/testing/chat-completion.ts"
import type { ChatBody, Completion, ServerReply } from "../../src/testing/server-reply.ts"
import { responseEvents } from "./responses-wire.ts"

/** A request for a completion, on either wire; times in milliseconds of this process. */
export type PeerRequest = { readonly raw: string; readonly at: number; answered?: number }

/** One address for every contender; what it says is the trial's. */
export type PeerEndpoint = AsyncDisposable & {
  readonly url: string
  readonly requests: PeerRequest[]
  answer: (n: number) => ServerReply
}

const OFFER = { object: "list", data: [{ id: "bench", object: "model", owned_by: "bench", max_model_len: 128_000 }] }

/** Speaks OpenAI's chat completions, and the responses that Codex asks for. */
export async function openEndpoint(): Promise<PeerEndpoint> {
  const server = createServer((incoming, response) => {
    serve(incoming, response, endpoint).catch((error) => response.destroy(error))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", listening.resolve)
  await listening.promise
  const { port } = server.address() as AddressInfo
  const endpoint: PeerEndpoint = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    answer: () => ({ kind: "completion", text: "Hello." }),
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
  return endpoint
}

async function serve(incoming: IncomingMessage, response: ServerResponse, endpoint: PeerEndpoint): Promise<void> {
  const raw = await readText(incoming)
  const path = (incoming.url ?? "").replace(/\?.*/, "")
  if (path === "/v1/models") return sendJson(response, 200, OFFER)
  if (incoming.method !== "POST" || !/\/(chat\/completions|responses)$/.test(path)) {
    return sendJson(response, 404, { error: { message: `No such path: ${path}` } })
  }
  const request: PeerRequest = { raw, at: performance.now() }
  const reply = endpoint.answer(endpoint.requests.push(request) - 1)
  response.once("finish", () => {
    request.answered = performance.now()
  })
  if (reply.kind === "hang") return
  if (reply.kind === "status") {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(reply.body)
  } else send(response, reply, { body: JSON.parse(raw), n: endpoint.requests.length - 1, path })
}

type Asked = { readonly body: ChatBody; readonly n: number; readonly path: string }

function send(response: ServerResponse, reply: Completion, { body, n, path }: Asked): void {
  if (path.endsWith("/responses")) sendStream(response, responseEvents(reply, n).map(named))
  else if (body.stream) sendStream(response, [...[...chunksOf(reply, body, n)].map(data), "data: [DONE]\n\n"])
  else sendJson(response, 200, wholeOf(reply, body, n))
}

function sendStream(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(events.join(""))
}

function named(event: { readonly type: string }): string {
  return `event: ${event.type}\n${data(event)}`
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}
