import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { connect, type Server, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { canonicalAddress } from "../research/public-address.ts"
import { lookupIn } from "../research/send-request.ts"
import { type Destination, destinationText, readAuthority } from "./domain.ts"
import { type NetworkAccess, type Ruling, ruleOn, type Traffic } from "./network-access.ts"
import { forwardedHeaders } from "./proxy-headers.ts"

const MOST_CONNECTIONS = 128

/** What a client is told instead of what it asked for. */
type Answer = { readonly status: number; readonly reason: string; readonly text: string }

/** Serves HTTP's two ways to use a proxy, CONNECT and whole addresses, on a port that was opened for it. Ends with the port, and everybody on it. */
export function serveProxy(port: Server, access: NetworkAccess, traffic: Traffic): Disposable {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
    return socket
  }
  const decide = async (destination: Destination) => {
    const ruling = await ruleOn(access, destination)
    traffic.add(destination, ruling)
    return ruling
  }
  // Both ends of a connection are strangers: whatever they make go wrong ends it, and nothing else.
  const http = createHttpServer((incoming, response) =>
    forward(incoming, response, decide, keep).catch(() => response.destroy()),
  )
  http.on("connect", (incoming, socket, head) =>
    tunnel(incoming, { socket, head, decide, keep }).catch(() => socket.destroy()),
  )
  http.on("clientError", (_, socket) => refuse(socket, BAD_REQUEST))
  port.maxConnections = MOST_CONNECTIONS
  port.on("connection", (socket) => http.emit("connection", keep(socket)))
  port.on("error", () => {})
  return {
    [Symbol.dispose]() {
      port.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Decide = (destination: Destination) => Promise<Ruling>
type Keep = (socket: Socket) => Socket

type Tunnel = { readonly socket: Duplex; readonly head: Buffer; readonly decide: Decide; readonly keep: Keep }

async function tunnel({ url = "" }: IncomingMessage, { socket, head, decide, keep }: Tunnel): Promise<void> {
  socket.on("error", () => socket.destroy())
  const { host, port } = readAuthority(url) ?? {}
  if (host === undefined || port === undefined) return refuse(socket, BAD_REQUEST)
  const destination = { host, port }
  const ruling = await decide(destination)
  if (!("addresses" in ruling)) return refuse(socket, answerTo(destination, ruling))
  const upstream = keep(connect({ host, port, lookup: lookupIn(ruling.addresses), autoSelectFamily: true }))
  const failed = (error: NodeJS.ErrnoException) => refuse(socket, unreachable(destination, error))
  upstream.once("error", failed)
  upstream.once("connect", () => {
    if (!isJudged(upstream, ruling.addresses)) return void upstream.destroy(new Error(UNCHECKED))
    // From here on the tunnel is the client's: whatever goes wrong, nothing of ours may be written into it.
    upstream.off("error", failed).once("error", () => socket.destroy())
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
  })
  socket.once("close", () => upstream.destroy())
}

/** The address decides where it goes, and whom the request is addressed to: a header that names another host is not passed on. */
async function forward(incoming: IncomingMessage, response: ServerResponse, decide: Decide, keep: Keep): Promise<void> {
  const url = URL.parse(incoming.url ?? "")
  const { host } = (url?.protocol === "http:" && readAuthority(url.host)) || {}
  if (!url || host === undefined || url.username || url.password) return answer(response, BAD_REQUEST)
  const destination = { host, port: Number(url.port || 80) }
  const ruling = await decide(destination)
  if (!("addresses" in ruling)) return answer(response, answerTo(destination, ruling))
  const sent = request({
    host,
    port: destination.port,
    method: incoming.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...forwardedHeaders(incoming.headers), ...framing(incoming), host: url.host },
    agent: false,
    lookup: lookupIn(ruling.addresses),
  })
  sent.on("socket", (socket) => {
    keep(socket)
    socket.prependOnceListener("connect", () => {
      if (!isJudged(socket, ruling.addresses)) sent.destroy(new Error(UNCHECKED))
    })
  })
  sent.on("response", (reply) => passOn(reply, response))
  const failed = (error: NodeJS.ErrnoException) =>
    response.headersSent ? response.destroy() : answer(response, unreachable(destination, error))
  sent.on("error", failed)
  // Also without an error, as after an upgrade that nobody asked for.
  sent.once("close", () => response.headersSent || failed(new Error("it gave no answer")))
  response.once("close", () => sent.destroy())
  incoming.on("error", () => sent.destroy()).pipe(sent)
}

/** What can't be said again, such as a status that is none, is no answer. */
function passOn(reply: IncomingMessage, response: ServerResponse): void {
  try {
    response.writeHead(reply.statusCode ?? 502, forwardedHeaders(reply.headers))
    reply.on("error", () => response.destroy()).pipe(response)
  } catch {
    reply.destroy()
    response.destroy()
  }
}

/** A body of unknown length arrives as one. */
function framing({ headers }: IncomingMessage): { readonly "transfer-encoding"?: "chunked" } {
  return headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" }
}

const UNCHECKED = "it was reached at an address that was not checked"

function isJudged({ remoteAddress }: Socket, addresses: readonly string[]): boolean {
  return remoteAddress !== undefined && addresses.includes(canonicalAddress(remoteAddress))
}

const BAD_REQUEST: Answer = { status: 400, reason: "Bad Request", text: "This is a proxy for http and https." }

function answerTo(destination: Destination, ruling: Exclude<Ruling, { addresses: unknown }>): Answer {
  const name = destinationText(destination)
  if ("failure" in ruling) return { status: 502, reason: "Bad Gateway", text: `Keelson: ${ruling.failure}.` }
  const why = ruling.refusal === "closed" ? ruling.reason : "it is not among the domains that this command may reach"
  return { status: 403, reason: "Forbidden", text: `Keelson: no network access to ${name}: ${why}.` }
}

function unreachable(destination: Destination, error: NodeJS.ErrnoException): Answer {
  const text = `Keelson: ${destinationText(destination)} could not be reached: ${error.code ?? error.message}.`
  return { status: 502, reason: "Bad Gateway", text }
}

function answer(response: ServerResponse, { status, text }: Answer): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${text}\n`)
}

function refuse(socket: Duplex, { status, reason, text }: Answer): void {
  if (!socket.writable) return void socket.destroy()
  const body = `${text}\n`
  const head = [`HTTP/1.1 ${status} ${reason}`, "Content-Type: text/plain; charset=utf-8", "Connection: close"]
  socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join("\r\n")}\r\n\r\n${body}`)
}
