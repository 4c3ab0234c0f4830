import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { clip } from "../../text/clip.ts"
import type { Secrets } from "../secrets/secrets.ts"
import { ToolFailure } from "../tool.ts"
import { canonicalAddress, closedKind } from "./public-address.ts"

/** Gives the addresses of a name. */
export type Resolver = (name: string) => Promise<readonly string[]>

/** Who may be spoken to. */
export type WebRules = {
  /** `host`, `host:port`, `address`, `[address]:port`; without a port the usual ones of http and https. */
  readonly allow: readonly string[]
  readonly resolve: Resolver
  readonly secrets: Secrets
}

/** The system's own way to find addresses, so that its hosts file counts too. */
export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address)

const LONGEST_URL = 4000

/** A URL from a model or a redirect, as far as its text can be judged. */
export function readWebUrl(text: string, rules: Pick<WebRules, "secrets">, base?: URL): URL {
  const url = parseUrl(text, base)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ToolFailure(`${quoted(text)} can't be fetched: only http and https are, not ${url.protocol}`)
  }
  if (url.username || url.password) {
    throw new ToolFailure(`${url.host} can't be fetched with a name or password in the URL; leave them out.`)
  }
  if (url.href.length > LONGEST_URL) throw new ToolFailure(`The URL is longer than ${LONGEST_URL} characters.`)
  if (holdsSecret(url, rules.secrets)) {
    throw new ToolFailure(`The URL to ${url.host} holds a secret, which must not leave this machine; take it out.`)
  }
  return url
}

/**
 * The addresses that a URL may be fetched from, all of them checked: the connection has to go to one of these, so that a name
 * that answers differently the next time gains nothing. Throws where a single one is closed.
 */
export async function findAddresses(url: URL, rules: WebRules, signal: AbortSignal): Promise<readonly string[]> {
  const name = hostName(url)
  const literal = isIP(name) !== 0
  const addresses = literal ? [name] : await resolveName(name, rules.resolve, signal)
  if (addresses.length === 0) throw new ToolFailure(`The name ${name} has no address; check its spelling.`)
  if (!literal && isAllowed(name, url, rules.allow)) return addresses.map(canonicalAddress)
  for (const address of addresses) refuseClosed(url, address, rules.allow)
  return addresses.map(canonicalAddress)
}

function refuseClosed(url: URL, address: string, allow: readonly string[]): void {
  const kind = closedKind(address)
  if (kind === undefined || isAllowed(canonicalAddress(address), url, allow)) return
  const place = address === hostName(url) ? address : `${hostName(url)} (${address})`
  throw new ToolFailure(
    `${place} is not on the public internet (${kind}) and is not fetched. Only the user can allow it, in the settings.`,
  )
}

/** Without brackets and without the dot that ends a full name. */
export function hostName(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
}

/** The port, also where the URL leaves it to its scheme. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80))
}

function isAllowed(host: string, url: URL, allow: readonly string[]): boolean {
  const port = portOf(url)
  const named = isIP(host) === 6 ? `[${host}]` : host
  return allow.some((entry) => {
    const wanted = entry.toLowerCase()
    if (wanted === `${named}:${port}`) return true
    return (wanted === host || wanted === named) && (port === 80 || port === 443)
  })
}

function parseUrl(text: string, base: URL | undefined): URL {
  try {
    return new URL(text.trim(), base)
  } catch {
    throw new ToolFailure(`${quoted(text)} is not a URL; give it whole, as in https://example.org/page.`)
  }
}

function holdsSecret(url: URL, secrets: Secrets): boolean {
  return [url.href, decoded(url.href)].some((text) => secrets.redact(text) !== text)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function resolveName(name: string, resolve: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener("abort", stop, { once: true })
  try {
    return await Promise.race([resolve(name), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error"
    throw new ToolFailure(`The name ${name} can't be found (${code}); check its spelling and the network.`)
  } finally {
    signal.removeEventListener("abort", stop)
  }
}

function quoted(text: string): string {
  return JSON.stringify(clip(text, 200))
}
