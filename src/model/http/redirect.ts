import { ModelError } from "../seam/model-error.ts"

/** What is sent, and where to. */
export type Sent = {
  readonly url: URL
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null | undefined
  readonly signal: AbortSignal | null | undefined
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** It says "see there" to whoever asked something; what was asked is not to be sent again. */
const SEE_OTHER = 303

/**
 * Where a redirect leads on the same origin; `undefined` for an answer that is none. A question goes there as it was: as a GET
 * without its body it could only fail. Throws for any other origin: keys have many headers, and each is for the host that the
 * user named, and for the scheme.
 */
export function redirected(sent: Sent, status: number, location: string | null): Sent | undefined {
  if (!REDIRECTS.has(status) || location === null) return undefined
  const url = URL.canParse(location, sent.url.href) ? new URL(location, sent.url) : undefined
  if (url?.origin !== sent.url.origin) throw elsewhere(sent, status, url)
  if (status === SEE_OTHER && sent.method !== "GET") throw moved(`${from(sent, status)} that would lose the question`)
  return { ...sent, url }
}

/** A redirect that leads from one to the next without end. */
export function inCircles(sent: Sent): ModelError {
  return moved(`${sent.url.origin} redirects in circles`)
}

function elsewhere(sent: Sent, status: number, url: URL | undefined): ModelError {
  const target = url ? `${url.protocol}//${url.host}` : "an address that is none"
  return moved(`${from(sent, status)} to another origin, ${target}; it was not followed, so nothing was sent there`)
}

function from({ url }: Sent, status: number): string {
  return `${url.origin} answered with a redirect (${status})`
}

function moved(what: string): ModelError {
  return new ModelError("moved", `${what}. If the model has a new address that you trust, set base_url to it.`)
}
