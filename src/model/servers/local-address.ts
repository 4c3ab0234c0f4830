const NAMES = /^(localhost|.+\.localhost|.+\.local|.+\.lan|.+\.internal|[^.:]+)$/
/** Loopback, private networks, link-local, and the range that networks of one's own over the internet use. */
const IPV4 = /^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./
const IPV6 = /^\[(::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:7f.*)\]$/

/** Whether an address is this machine's or lies in a network of one's own: its server is somebody's own, and may be slow. */
export function isLocalAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  if (hostname.startsWith("[")) return IPV6.test(hostname)
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? IPV4.test(hostname) : NAMES.test(hostname)
}
