import { isIPv6 } from "node:net"
import { networkInterfaces } from "node:os"

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"]
const WILDCARDS = ["0.0.0.0", "::"]

/**
 * The values of the Host header that are answered. A page of a stranger can make its own name lead to this machine (DNS rebinding),
 * but the browser still sends that name.
 */
export function allowedHosts(names: readonly string[], port: number): ReadonlySet<string> {
  const isEverywhere = names.some((name) => WILDCARDS.includes(name))
  const own = [...LOOPBACK_NAMES, ...(isEverywhere ? ownAddresses() : [])]
  const given = names.filter((name) => !WILDCARDS.includes(name)).map((name) => bracketed(name.toLowerCase()))
  return new Set([
    ...own.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])),
    // Behind a proxy on a usual port the name comes without one.
    ...given.flatMap((name) => (LOOPBACK_NAMES.includes(name) ? [] : [name, `${name}:${port}`])),
  ])
}

/** Whether only this machine can reach the address. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/.test(address)
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => bracketed(address)))
}

/** An IPv6 address stands in brackets wherever a port may follow. */
export function bracketed(name: string): string {
  return isIPv6(name) ? `[${name}]` : name
}
