import { isIP } from "node:net"
import { canonicalAddress, closedKind, isOfOwnNetwork } from "../research/public-address.ts"
import { type Resolver, systemResolver } from "../research/web-address.ts"
import { covers, type Destination, type Domain, destinationText, readDomain } from "./domain.ts"

/** What a confined command may reach. */
export type NetworkAccess = {
  /** `example.org`, `*.example.org`, `example.org:8443`. */
  readonly domains: readonly string[]
  /** Those of them that a person allowed knowing that they are not on the public internet. */
  readonly closed?: readonly string[]
  /** What a rule of the user's denies, whatever else is allowed. */
  readonly denied?: readonly string[]
  /** No more than every command of the run has: then those that share a network may also share the way out of it. */
  readonly isStanding?: boolean
  /** Finds addresses; the system's own way unless told otherwise. */
  readonly resolve?: Resolver
}

/** Where a connection may go, or why it may not, in half a sentence. */
export type Ruling =
  | { readonly addresses: readonly string[] }
  | { readonly refusal: "unlisted" }
  | { readonly refusal: "closed"; readonly reason: string }
  | { readonly failure: string }

/**
 * Rules on each connection anew. Names are looked up here, and the connection goes to an address that was judged: a name that answers
 * differently the next time gains nothing.
 */
export async function ruleOn(access: NetworkAccess, destination: Destination): Promise<Ruling> {
  if (!isCovered(access.domains, destination)) return { refusal: "unlisted" }
  if (isCovered(access.denied ?? [], destination)) return { refusal: "closed", reason: "a rule of this run denies it" }
  const isKnownClosed = isCovered(access.closed ?? [], destination)
  const addresses = await addressesOf(destination.host, access.resolve ?? systemResolver)
  if (typeof addresses === "string") return { failure: addresses }
  const closed = addresses.find((address) => !mayReach(address, destination, isKnownClosed))
  if (closed === undefined) return { addresses: addresses.map(canonicalAddress) }
  const where = closed === destination.host ? "" : `, at ${closed}`
  return { refusal: "closed", reason: `it is not on the public internet (${closedKind(closed)}${where})` }
}

/** What somebody has to know before they allow it: the kind of address, of an entry that is not on the public internet. */
export async function closedKindOf(domain: Domain, resolve: Resolver = systemResolver): Promise<string | undefined> {
  if (domain.isWild) return undefined
  const addresses = await addressesOf(domain.host, resolve)
  if (typeof addresses === "string") return undefined
  return addresses.map(closedKind).find((kind) => kind !== undefined)
}

function isCovered(entries: readonly string[], destination: Destination): boolean {
  return entries.some((entry) => {
    const domain = readDomain(entry)
    return domain !== undefined && covers(domain, destination)
  })
}

/** A name may lead into the user's own network where they said so; to this machine and to a cloud's metadata only an address leads, or `localhost`. */
function mayReach(address: string, { host }: Destination, isKnownClosed: boolean): boolean {
  if (closedKind(address) === undefined) return true
  if (!isKnownClosed) return false
  return isIP(host) !== 0 || host === "localhost" || isOfOwnNetwork(address)
}

/** A text says what went wrong. */
async function addressesOf(host: string, resolve: Resolver): Promise<readonly string[] | string> {
  if (isIP(host) !== 0) return [host]
  try {
    const addresses = await resolve(host)
    return addresses.length > 0 ? addresses : `${host} has no address`
  } catch (error) {
    return `${host} can't be found (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`
  }
}

/** What commands tried to reach, by name, each once. */
export class Traffic {
  readonly #reached = new Set<string>()
  readonly #unlisted = new Set<string>()
  readonly #closed = new Map<string, string>()

  add(destination: Destination, ruling: Ruling): void {
    const name = destinationText(destination)
    if (this.#reached.size + this.#unlisted.size + this.#closed.size >= MOST_NAMES) return
    if ("addresses" in ruling) this.#reached.add(name)
    else if ("refusal" in ruling && ruling.refusal === "closed") this.#closed.set(name, ruling.reason)
    else if ("refusal" in ruling) this.#unlisted.add(name)
  }

  get reached(): readonly string[] {
    return [...this.#reached]
  }

  get refused(): readonly string[] {
    return [...this.#unlisted, ...this.#closed.keys()]
  }

  /** For the end of the command's output, and so for the log. */
  get notes(): readonly string[] {
    const [unlisted, reached] = [[...this.#unlisted], [...this.#reached]]
    const ask = `To ask for it, run the command again with network: ${JSON.stringify(unlisted)}.`
    return [
      ...(reached.length > 0 ? [`[keelson: reached ${reached.join(", ")}.]`] : []),
      ...(unlisted.length > 0 ? [`[keelson: no network access to ${unlisted.join(", ")}. ${ask}]`] : []),
      ...[...this.#closed].map(([name, reason]) => `[keelson: no network access to ${name}: ${reason}.]`),
    ]
  }
}

const MOST_NAMES = 50
