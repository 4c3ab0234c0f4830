import { useCallback, useSyncExternalStore } from "react"

/* What is looked at stands in the address behind a `?`, so that a link leads there, and Back comes back to it. */

/** A change of what is looked at; an empty value takes a name out. */
export type AddressChange = Readonly<Record<string, string>>

export type Address = {
  readonly get: (name: string) => string
  /** Changes the address in its place: looking around makes no history. */
  readonly set: (change: AddressChange) => void
}

export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const get = useCallback((name: string) => queryOf(hash).get(name) ?? "", [hash])
  return { get, set: setAddress }
}

/** The path of an address, without what is looked at there. */
export function pathOf(hash: string): string {
  return hash.split("?")[0] ?? ""
}

export function queryOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split("?")[1] ?? "")
}

/** The address of this page, with something else looked at. */
export function hereWith(change: AddressChange): string {
  const query = queryOf(location.hash)
  for (const [name, value] of Object.entries(change)) {
    if (value === "") query.delete(name)
    else query.set(name, value)
  }
  const words = query.toString().replaceAll("%2F", "/")
  return `${pathOf(location.hash) || "#/"}${words === "" ? "" : `?${words}`}`
}

export function setAddress(change: AddressChange): void {
  const hash = hereWith(change)
  if (hash === location.hash) return
  try {
    history.replaceState(history.state, "", hash)
  } catch {
    // A browser that has had too many of them; the page changes all the same with the next.
  }
  dispatchEvent(new HashChangeEvent("hashchange"))
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener)
  return () => removeEventListener("hashchange", listener)
}
