import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"

/** What is said between two neighbours, and not to whoever is behind them. */
const BETWEEN_NEIGHBOURS = new Set(
  "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
)

/** Headers as a proxy passes them on: without those that are meant for itself. */
export function forwardedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase())
  // What says how long a body is stays, whoever calls it a matter between neighbours.
  const dropped = new Set(named.filter((name) => name !== "content-length"))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !BETWEEN_NEIGHBOURS.has(name) && !dropped.has(name)),
  )
}
