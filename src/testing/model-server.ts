import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { chunksOf, wholeOf } from "./chat-completion.ts"
import {
  type ChatBody,
  type Completion,
  type ServerLine,
  type ServerReply,
  type StatusReply,
  status,
} from "./server-reply.ts"

/** A request as it came; `at` is milliseconds since 1970. */
export type ServerRequest = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: ChatBody
  readonly rawBody: string
  readonly at: number
}

/** Lines in order, or one function for all requests; `n` counts them from 0. */
export type ServerScript = readonly ServerLine[] | ((body: ChatBody, n: number) => ServerReply)

/** A running server; `requests` grows as they come. */
export type ModelServer = {
  /** The base URL, with `/v1`. */
  readonly url: string
  readonly requests: readonly ServerRequest[]
  /** Also ends the requests that hang. */
  close(): Promise<void>
}

/** A model endpoint that says and misdoes what a script tells it, on a free port of 127.0.0.1. */
export async function startModelServer(settings: {
  readonly script: ServerScript
  /** What it says of its model's window; `null`: nothing, as gateways do. */
  readonly window?: number | null
}): Promise<ModelServer> {
  const requests: ServerRequest[] = []
  const { window = 128_000 } = settings
  const server = createServer((incoming, response) => {
    receive(incoming, response, { requests, window })
      .then((received) => received && respond(response, replyTo(settings.script, received), received))
      .catch((error) => response.destroy(error))
  })
  await listen(server)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, requests, close: () => close(server) }
}

/** What it says of its model, beside a window. */
const OFFER = { id: "scripted", object: "model", owned_by: "script" }

type Received = { readonly body: ChatBody; readonly n: number }

/** Records a request for a completion; anything else gets its 404 here. */
async function receive(
  incoming: IncomingMessage,
  response: ServerResponse,
  { requests, window }: { readonly requests: ServerRequest[]; readonly window: number | null },
): Promise<Received | undefined> {
  const path = incoming.url ?? ""
  const rawBody = await readBody(incoming)
  if (path === "/v1/models") {
    const offer = window === null ? OFFER : { ...OFFER, max_model_len: window }
    sendStatus(response, status(200, { body: { object: "list", data: [offer] } }))
    return undefined
  }
  if (incoming.method !== "POST" || path !== "/v1/chat/completions") {
    sendStatus(response, status(404, { body: { error: { message: `No such path: ${incoming.method} ${path}` } } }))
    return undefined
  }
  const body: ChatBody = JSON.parse(rawBody)
  const n = requests.length
  requests.push({ path, headers: incoming.headers, body, rawBody, at: Date.now() })
  return { body, n }
}

async function respond(response: ServerResponse, reply: ServerReply, received: Received): Promise<void> {
  switch (reply.kind) {
    case "status":
      return sendStatus(response, reply)
    case "hang":
      return
    case "completion":
      return sendCompletion(response, reply, received)
  }
}

/** A script that ends or throws is told with 400, which no client retries. */
function replyTo(script: ServerScript, { body, n }: Received): ServerReply {
  try {
    if (typeof script === "function") return script(body, n)
    const line = script[n]
    if (line !== undefined) return typeof line === "function" ? line(body, n) : line
    const last = JSON.stringify(body.messages.at(-1))?.slice(0, 300)
    throw new Error(`The script has no reply for request ${n + 1}. Last message: ${last}`)
  } catch (error) {
    return status(400, { body: { error: { message: error instanceof Error ? error.message : String(error) } } })
  }
}

function sendStatus(response: ServerResponse, reply: StatusReply): void {
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(reply.body)
}

async function sendCompletion(response: ServerResponse, completion: Completion, { body, n }: Received): Promise<void> {
  if (!body.stream) {
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify(wholeOf(completion, body, n)))
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  for (const chunk of chunksOf(completion, body, n)) {
    if (completion.msBetweenChunks) await wait(completion.msBetweenChunks)
    if (response.destroyed) return
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  await endStream(response, completion)
}

async function endStream(response: ServerResponse, completion: Completion): Promise<void> {
  switch (completion.ending ?? "done") {
    case "done":
      response.end("data: [DONE]\n\n")
      return
    case "unfinished":
      response.end()
      return
    case "hang":
      return
    case "drop":
      await new Promise((resolve) => response.write("data: {", resolve))
      response.socket?.destroy()
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces).toString("utf8")
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
