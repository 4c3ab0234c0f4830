import http from "node:http"
import https from "node:https"
import { isProxied } from "./proxy.ts"

/** Node's own `fetch` gives up on a connection after this time too. */
const CONNECT_MS = 10_000
const MOST_REDIRECTS = 5
/** A status that comes without a body, by definition. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * `fetch` as the provider packages use it: a text is posted, a stream comes back. On Node's plain HTTP client, which takes less than
 * half the time and memory of its `fetch` and has no time limits of its own: how long a model may be silent is our decision. What goes
 * through a proxy is left to `fetch`.
 */
export const leanFetch: typeof fetch = async (input, init = {}) => {
  const { method = "GET", body, signal } = init
  if (input instanceof Request || (body != null && typeof body !== "string") || isProxied()) return fetch(input, init)
  const headers = { accept: "*/*", "accept-encoding": "identity", ...Object.fromEntries(new Headers(init.headers)) }
  signal?.throwIfAborted()
  try {
    return await send({ url: new URL(input), method, headers, body, signal }, MOST_REDIRECTS)
  } catch (error) {
    signal?.throwIfAborted()
    throw new TypeError("fetch failed", { cause: error })
  }
}

type Sent = {
  readonly url: URL
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null | undefined
  readonly signal: AbortSignal | null | undefined
}

async function send(sent: Sent, redirects: number): Promise<Response> {
  const incoming = await request(sent)
  const { statusCode = 0, headers } = incoming
  const keepsMethod = statusCode === 307 || statusCode === 308
  if (!keepsMethod || headers.location === undefined) return toResponse(incoming)
  incoming.resume()
  if (redirects === 0) throw new Error("it redirects in circles")
  return send(redirected(sent, new URL(headers.location, sent.url)), redirects - 1)
}

/** A key is for the host that it was meant for. */
function redirected(sent: Sent, url: URL): Sent {
  if (url.origin === sent.url.origin) return { ...sent, url }
  const { authorization: _authorization, ...headers } = sent.headers
  return { ...sent, url, headers }
}

/** A kept connection may have been closed by the other side in this very moment; then nobody has seen the request. */
async function request(sent: Sent): Promise<http.IncomingMessage> {
  try {
    return await requestOnce(sent)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return requestOnce({ ...sent, headers: { ...sent.headers, connection: "close" } })
  }
}

class StaleConnection extends Error {}

function requestOnce({ url, method, headers, body, signal }: Sent): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http
    const options = { method, headers, ...(signal ? { signal } : {}) }
    const asked = request(url, options, resolve)
    asked.on("error", (error) => reject(asked.reusedSocket && isReset(error) ? new StaleConnection() : error))
    asked.on("socket", (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => asked.destroy(connectTimeout(url)), CONNECT_MS)
      socket.once("connect", () => clearTimeout(timer)).once("close", () => clearTimeout(timer))
    })
    asked.end(body)
  })
}

function isReset(error: Error): boolean {
  return "code" in error && error.code === "ECONNRESET"
}

function connectTimeout({ host }: URL): Error {
  return Object.assign(new Error(`${host} did not accept a connection within ${CONNECT_MS / 1000} s`), {
    code: "ETIMEDOUT",
  })
}

function toResponse(incoming: http.IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "")
  if (!BODILESS.has(status)) return new Response(toStream(incoming), { status, statusText, headers })
  incoming.resume()
  return new Response(null, { status, statusText, headers })
}

/** By hand: Node's own bridge between its two kinds of streams costs more than the rest of a short reply. */
function toStream(incoming: http.IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on("data", (chunk: Uint8Array) => {
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 1) <= 0) incoming.pause()
      })
      incoming.on("end", () => controller.close())
      incoming.on("error", (error) => controller.error(error))
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      // What is buffered already would still be told.
      incoming.removeAllListeners("data").removeAllListeners("end").destroy()
    },
  })
}
