import type { IncomingMessage, RequestOptions } from "node:http"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { ToolFailure } from "../tool.ts"
import { canonicalAddress } from "./public-address.ts"
import { hostName, portOf } from "./web-address.ts"

export type WebRequest = {
  readonly url: URL
  /** Checked; the connection goes to one of these and nowhere else. */
  readonly addresses: readonly string[]
  readonly method?: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/** Sends one request and gives back the answer with its body still to come. Follows nothing, uses no proxy, keeps no connection. */
export async function sendRequest(request: WebRequest): Promise<IncomingMessage> {
  const { url, signal } = request
  const { request: start } = url.protocol === "https:" ? await import("node:https") : await import("node:http")
  const answer = Promise.withResolvers<IncomingMessage>()
  const sent = start(optionsOf(request), answer.resolve)
  sent.on("error", answer.reject)
  sent.on("socket", (socket: Socket) => {
    socket.prependOnceListener("connect", () => {
      if (!isChecked(socket, request)) {
        sent.destroy(new ToolFailure(`${url.host} was reached at an address that was not checked; nothing was sent.`))
      }
    })
  })
  sent.end(request.body)
  try {
    return await answer.promise
  } catch (error) {
    signal.throwIfAborted()
    throw asFailure(error, url)
  }
}

function optionsOf({ url, addresses, method = "GET", headers = {}, body, signal }: WebRequest): RequestOptions {
  const host = hostName(url)
  return {
    method,
    host,
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    // An agent of its own: the shared one may be set up to use a proxy, which would do the looking up instead.
    agent: false,
    // A name in a certificate is checked against the URL's; an address has no such name.
    ...(url.protocol === "https:" && isIP(host) === 0 ? { servername: host } : {}),
    headers: {
      host: url.host,
      "user-agent": "keelson",
      ...headers,
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    },
    lookup: lookupIn(addresses),
    signal,
  }
}

/** Asks nobody: the addresses are those that were checked. */
export function lookupIn(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? "", first?.family)
  }
}

function isChecked({ remoteAddress }: Socket, { addresses }: WebRequest): boolean {
  return remoteAddress !== undefined && addresses.includes(canonicalAddress(remoteAddress))
}

/** What went wrong on the way, for the model; `what` names nothing but the host. */
export function asFailure(error: unknown, url: URL): ToolFailure {
  if (error instanceof ToolFailure) return error
  const { code, message } = firstOf(error) as NodeJS.ErrnoException
  const reason = code === undefined ? message : (REASONS[code] ?? `${code}`)
  return new ToolFailure(`${url.host} could not be read: ${reason}. Try again later, or another source.`)
}

/** Several addresses were tried, and each has its own error. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "it can't be reached from here",
  ENETUNREACH: "there is no network here",
  ETIMEDOUT: "it does not answer",
  EPROTO: "it does not speak TLS there",
  HPE_HEADER_OVERFLOW: "its headers are too long",
  HPE_INVALID_CONSTANT: "it does not speak HTTP",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  Z_DATA_ERROR: "its compressed content is damaged",
}
