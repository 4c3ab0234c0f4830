import { BlockList, isIP, SocketAddress } from "node:net"

/** What no page of the public web lives at, each with what it is for. */
const CLOSED_IPV4: readonly (readonly [network: string, prefix: number, kind: string])[] = [
  ["0.0.0.0", 8, "this machine"],
  ["10.0.0.0", 8, "private"],
  ["100.64.0.0", 10, "carrier-grade NAT"],
  ["127.0.0.0", 8, "loopback"],
  ["168.63.129.16", 32, "cloud metadata"],
  ["169.254.0.0", 16, "link-local"],
  ["172.16.0.0", 12, "private"],
  ["192.0.0.0", 24, "reserved"],
  ["192.0.2.0", 24, "documentation"],
  ["192.88.99.0", 24, "reserved"],
  ["192.168.0.0", 16, "private"],
  ["198.18.0.0", 15, "reserved"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved"],
]

/** Outside of 2000::/3 nothing is public: that leaves out loopback, mapped, translated, link-local, unique-local, multicast. */
const PUBLIC_IPV6 = ["2000::", 3] as const
const CLOSED_IPV6: readonly (readonly [network: string, prefix: number, kind: string])[] = [
  ["2001::", 23, "reserved"],
  ["2001:db8::", 32, "documentation"],
  ["2002::", 16, "translated IPv4"],
  ["3fff::", 20, "documentation"],
]

const closedIpv4 = CLOSED_IPV4.map(([network, prefix, kind]) => ({ list: listOf(network, prefix, "ipv4"), kind }))
const publicIpv6 = listOf(...PUBLIC_IPV6, "ipv6")
const closedIpv6 = CLOSED_IPV6.map(([network, prefix, kind]) => ({ list: listOf(network, prefix, "ipv6"), kind }))

/** What kind of address this is, if it is none of the public internet; `undefined` for a public one. */
export function closedKind(address: string): string | undefined {
  // A zone belongs to link-local addresses and would hide the rest from the lists.
  if (address.includes("%")) return "link-local"
  switch (isIP(address)) {
    case 4:
      return closedIpv4.find(({ list }) => list.check(address, "ipv4"))?.kind
    case 6:
      return closedIpv6Kind(address)
    default:
      return "not an address"
  }
}

/** What organisations give the machines of their own networks, by right or by habit: nothing of this machine's, and no service of a cloud's. */
const OWN_NETWORKS = [
  ...["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"],
  ...["192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["fc00::/7", "2001:db8::/32"],
].map((range) => {
  const [network = "", prefix] = range.split("/")
  return listOf(network, Number(prefix), isIP(network) === 4 ? "ipv4" : "ipv6")
})
/** Clouds keep their metadata in the ranges of private networks, too. */
const METADATA = ["100.100.100.200", "fd00:ec2::254", "fd20:ce::254"]

/** Whether an address is one of a network that somebody runs for themselves. */
export function isOfOwnNetwork(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || address.includes("%") || METADATA.includes(canonicalAddress(address))) return false
  return OWN_NETWORKS.some((list) => list.check(address, family === 4 ? "ipv4" : "ipv6"))
}

/** The one spelling of an address by which two can be compared. */
export function canonicalAddress(address: string): string {
  const family = isIP(address)
  if (family === 0 || address.includes("%")) return address
  return new SocketAddress({ address, family: family === 4 ? "ipv4" : "ipv6" }).address
}

function closedIpv6Kind(address: string): string | undefined {
  if (!publicIpv6.check(address, "ipv6")) return "private or reserved IPv6"
  return closedIpv6.find(({ list }) => list.check(address, "ipv6"))?.kind
}

function listOf(network: string, prefix: number, family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList()
  list.addSubnet(network, prefix, family)
  return list
}
