import { useSyncExternalStore } from "react"

/** A list of runs as somebody likes to look at it; kept in this browser. */
export type SavedView = { readonly name: string; readonly query: string }

const KEY = "keelson.views"
const listeners = new Set<() => void>()
let views = stored()

export function useSavedViews(): readonly SavedView[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => views,
  )
}

/** One of the same name is replaced. */
export function saveView(view: SavedView): void {
  keep([...views.filter(({ name }) => name !== view.name), view])
}

export function forgetView(name: string): void {
  keep(views.filter((view) => view.name !== name))
}

function keep(changed: readonly SavedView[]): void {
  views = changed
  try {
    localStorage.setItem(KEY, JSON.stringify(changed))
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener()
}

function stored(): readonly SavedView[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as SavedView[]
  } catch {
    return []
  }
}
