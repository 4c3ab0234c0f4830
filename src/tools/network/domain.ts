import { isIP } from "node:net"

/** A place on the network as an allow-list names it: `example.org`, `*.example.org`, `example.org:8443`, `10.0.0.5`. */
export type Domain = {
  /** Lower case, in ASCII, without a final dot; an address in its usual spelling, without brackets. */
  readonly host: string
  /** True: every name below `host`, not `host` itself. */
  readonly isWild: boolean
  /** Without one: the ports of http and https. */
  readonly port: number | undefined
}

/** Where a connection wants to go. */
export type Destination = { readonly host: string; readonly port: number }

const USUAL_PORTS: readonly number[] = [80, 443]
const NAME = /^(\*\.)?[^\s/@*?#\\]+$/
const MOST_CHARACTERS = 260

/** Reads what a user or a model wrote, an address of the web too; `undefined` for what names no place, or names all of them. */
export function readDomain(text: string): Domain | undefined {
  const written = text.trim().replace(/^https?:\/\//i, "")
  const [place = ""] = written.split("/")
  if (place.length > MOST_CHARACTERS || !NAME.test(place)) return undefined
  const isWild = place.startsWith("*.")
  const destination = readAuthority(isWild ? place.slice(2) : place)
  if (!destination) return undefined
  // A star over a whole top-level domain is no domain any more.
  if (isWild && (isIP(destination.host) !== 0 || !destination.host.includes("."))) return undefined
  return { ...destination, isWild }
}

/** `host:port` in its one spelling; names in other alphabets become ASCII, numbers become addresses, as a browser reads them. */
export function readAuthority(text: string): { host: string; port: number | undefined } | undefined {
  if (/[\s/@?#\\]/.test(text)) return undefined
  const url = URL.parse(`http://${text}`)
  if (!url?.hostname) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  if (host === "") return undefined
  // The parsed URL has no port where it is http's own.
  const written = /:(\d+)$/.exec(text)?.[1]
  return { host, port: written === undefined ? undefined : Number(written) }
}

/** As it is written in lists, questions and logs. */
export function domainText({ host, isWild, port }: Domain): string {
  return `${isWild ? "*." : ""}${placeText({ host, port })}`
}

/** A destination as an entry of a list would name it. */
export function destinationText({ host, port }: Destination): string {
  return placeText({ host, port: USUAL_PORTS.includes(port) ? undefined : port })
}

/** Whether an entry lets somebody go there. */
export function covers(domain: Domain, { host, port }: Destination): boolean {
  const isPort = domain.port === undefined ? USUAL_PORTS.includes(port) : domain.port === port
  const isHost = domain.isWild ? isIP(host) === 0 && host.endsWith(`.${domain.host}`) : host === domain.host
  return isPort && isHost
}

/** Whether one entry of a list leaves nothing of another one out. */
export function includes(outer: Domain, inner: Domain): boolean {
  if (outer.port !== inner.port) return false
  if (!outer.isWild) return !inner.isWild && outer.host === inner.host
  return inner.host.endsWith(`.${outer.host}`) || (inner.isWild && inner.host === outer.host)
}

function placeText({ host, port }: { readonly host: string; readonly port: number | undefined }): string {
  const name = isIP(host) === 6 ? `[${host}]` : host
  return port === undefined ? name : `${name}:${port}`
}
