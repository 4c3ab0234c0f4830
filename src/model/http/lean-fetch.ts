import type { IncomingMessage } from "node:http"
import { ModelError } from "../seam/model-error.ts"
import { type BodyGuard, guardedBody } from "./bounded-body.ts"
import { LeanHeaders } from "./lean-headers.ts"
import { leanResponse } from "./lean-response.ts"
import { clientFor } from "./plain-http.ts"
import { isProxied } from "./proxy.ts"
import { inCircles, redirected, type Sent } from "./redirect.ts"

/** Node's own `fetch` gives up on a connection after this time too. */
const CONNECT_MS = 10_000
const MOST_REDIRECTS = 5
/** A status that comes without a body, by definition. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * `fetch` as the provider packages use it: a text is posted, a stream comes back. On Node's plain HTTP client, which takes less than
 * half the time and memory of its `fetch` and has no time limits of its own: how long a model may be silent is our decision. What goes
 * through a proxy is left to `fetch`. Redirects stay on their origin, either way; see `redirected`.
 */
export const leanFetch: typeof fetch = leanFetchWith(() => undefined)

/** Who looks at a body while it comes, by the head of its response; nobody where there is no guard. */
export type GuardFor = (url: URL, status: number, headers: Headers) => BodyGuard | undefined

/** `leanFetch` with a guard in the stream itself: one more stream behind it would cost more than the guard does. */
export function leanFetchWith(guardFor: GuardFor): typeof fetch {
  return (input, init) => fetchWith(guardFor, input, init)
}

async function fetchWith(guardFor: GuardFor, ...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
  const { method = "GET", body, signal } = init
  if (!isAddress(input) || (body != null && typeof body !== "string"))
    return fetch(input, { ...init, redirect: "error" })
  const headers = { accept: "*/*", "accept-encoding": "identity", ...Object.fromEntries(new LeanHeaders(init.headers)) }
  signal?.throwIfAborted()
  try {
    return await send({ url: new URL(input), method, headers, body, signal }, guardFor, MOST_REDIRECTS)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ModelError) throw error
    throw new TypeError("fetch failed", { cause: error })
  }
}

function isAddress(input: Parameters<typeof fetch>[0]): input is string | URL {
  return typeof input === "string" || input instanceof URL
}

async function send(sent: Sent, guardFor: GuardFor, redirects: number): Promise<Response> {
  const response = isProxied()
    ? guarded(await fetchOnce(sent), sent, guardFor)
    : toResponse(await request(sent), sent, guardFor)
  const next = await redirectedBy(response, sent)
  if (!next) return response
  if (redirects === 0) throw inCircles(sent)
  return send(next, guardFor, redirects - 1)
}

/** Nobody reads the body of a redirect, whether it is followed or not. */
async function redirectedBy(response: Response, sent: Sent): Promise<Sent | undefined> {
  const { status, headers, body } = response
  try {
    const next = redirected(sent, status, headers.get("location"))
    if (next) await body?.cancel()
    return next
  } catch (error) {
    await body?.cancel()
    throw error
  }
}

function guarded(response: Response, { url }: Sent, guardFor: GuardFor): Response {
  const { status, statusText, headers, body } = response
  const guard = guardFor(url, status, headers)
  return guard && body ? leanResponse(guardedBody(body, guard), { status, statusText, headers }) : response
}

function fetchOnce({ url, ...init }: Sent): Promise<Response> {
  return fetch(url, { ...init, body: init.body ?? null, signal: init.signal ?? null, redirect: "manual" })
}

/** A kept connection may have been closed by the other side in this very moment; then nobody has seen the request. */
async function request(sent: Sent): Promise<IncomingMessage> {
  try {
    return await requestOnce(sent)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return requestOnce({ ...sent, headers: { ...sent.headers, connection: "close" } })
  }
}

class StaleConnection extends Error {}

function requestOnce({ url, method, headers, body, signal }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = clientFor(url)
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

function toResponse(incoming: IncomingMessage, { url }: Sent, guardFor: GuardFor): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming
  const headers = new LeanHeaders()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "")
  if (!BODILESS.has(status))
    return leanResponse(toStream(incoming, guardFor(url, status, headers)), { status, statusText, headers })
  incoming.resume()
  return leanResponse(null, { status, statusText, headers })
}

const NO_GUARD: BodyGuard = { take: (piece) => piece, end: () => undefined }

/**
 * By hand: Node's own bridge between its two kinds of streams costs more than the rest of a short reply. What one read of the socket
 * brings goes on as one piece, however many chunks it came in: each piece is a turn of every stream behind this one.
 */
function toStream(incoming: IncomingMessage, guard: BodyGuard = NO_GUARD): ReadableStream<Uint8Array> {
  let read: Uint8Array[] = []
  return new ReadableStream<Uint8Array>({
    start(controller) {
      /** Passes on what the guard lets through; `undefined` is the end. */
      const pass = (chunk: Uint8Array | undefined): void => {
        try {
          const passed = chunk ? guard.take(chunk) : guard.end()
          if (passed && passed.length > 0) controller.enqueue(passed)
        } catch (error) {
          incoming.removeAllListeners("data").removeAllListeners("end").destroy()
          controller.error(error)
        }
      }
      const passRead = (): void => {
        const [first, ...more] = read
        read = []
        if (!first || controller.desiredSize === null) return
        pass(more.length === 0 ? first : Buffer.concat([first, ...more]))
        if ((controller.desiredSize ?? 1) <= 0) incoming.pause()
      }
      incoming.on("data", (chunk: Uint8Array) => {
        if (read.push(chunk) === 1) queueMicrotask(passRead)
      })
      incoming.on("end", () => {
        passRead()
        pass(undefined)
        if (controller.desiredSize !== null) controller.close()
      })
      incoming.on("error", (error) => controller.error(error))
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      // What is buffered already would still be told.
      read = []
      incoming.removeAllListeners("data").removeAllListeners("end").destroy()
    },
  })
}
