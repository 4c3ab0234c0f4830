import { useSyncExternalStore } from "react"
import { pathOf } from "./address.ts"

export type Route =
  | { readonly page: "runs" }
  | { readonly page: "new" }
  | { readonly page: "settings" }
  | { readonly page: "run"; readonly id: string }
  | { readonly page: "compare"; readonly ids: readonly string[] }
  | { readonly page: "comparison"; readonly id: string }
  | { readonly page: "unknown" }

/** Pages live behind the `#`: so the console works below any path, and from a server that knows nothing of them. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener("hashchange", listener)
      return () => removeEventListener("hashchange", listener)
    },
    () => pathOf(location.hash),
  )
  return routeOf(hash)
}

export function routeOf(hash: string): Route {
  const [page = "", ...rest] = decoded(
    pathOf(hash)
      .replace(/^#?\/?/, "")
      .split("/"),
  )
  const [first] = rest
  if (page === "" || (page === "runs" && !first)) return { page: "runs" }
  if (page === "new") return { page: "new" }
  if (page === "settings") return { page: "settings" }
  if (page === "runs" && first) return { page: "run", id: first }
  if (page === "compare" && rest.length > 1) return { page: "compare", ids: rest }
  if (page === "comparison" && first) return { page: "comparison", id: first }
  return { page: "unknown" }
}

/** An address that somebody cut in the middle leads nowhere, and does no harm. */
function decoded(parts: readonly string[]): string[] {
  try {
    return parts.map(decodeURIComponent)
  } catch {
    return ["?"]
  }
}

export const link = {
  runs: () => "#/",
  create: () => "#/new",
  /** The form, with a model chosen. */
  createWith: (model: string) => `#/new?model=${encodeURIComponent(model)}`,
  settings: () => "#/settings",
  /** The form, filled in as this run was started. */
  edit: (id: string) => `#/new?from=${encodeURIComponent(id)}`,
  /** The form for a request that follows on this run. */
  followUp: (id: string) => `#/new?follows=${encodeURIComponent(id)}`,
  run: (id: string) => `#/runs/${encodeURIComponent(id)}`,
  /** A run where what this key names is looked at. */
  place: (id: string, key: string) => `${link.run(id)}?${new URLSearchParams({ stage: key, task: key })}`,
  /** The runs that one request was started as. */
  comparison: (id: string) => `#/comparison/${encodeURIComponent(id)}`,
  compare: (...ids: readonly string[]) => `#/compare/${ids.map(encodeURIComponent).join("/")}`,
}

export function go(href: string): void {
  location.hash = href
}
