import { useEffect, useState, useSyncExternalStore } from "react"
import { api } from "../api/client.ts"

/* How many runs wait for an answer: in the bar, in the tab's title and icon, and as a notification where that is wanted. */

const LOOK_EVERY = 5000
const KEY = "keelson.notify"

let waiting = 0
const listeners = new Set<() => void>()

/** How many runs need somebody. */
export function useNeedsYou(): number {
  return useSyncExternalStore(subscribe, () => waiting)
}

/** Keeps an eye on it, wherever in the console somebody is; tells by `words` what there is to be told. */
export function useWatch(words: (count: number) => string): void {
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const page = await api.runs({}, { limit: 1 }).catch(() => null)
      if (page && !isOver) hear(page.overview.states.WAITING ?? 0, words)
    }
    void look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [words])
}

function hear(count: number, words: (count: number) => string): void {
  const isMore = count > waiting
  if (count === waiting) return
  waiting = count
  markIcon(count > 0)
  for (const listener of listeners) listener()
  if (isMore && document.hidden && isNotifying()) new Notification("Keelson", { body: words(count), tag: "keelson" })
}

/** The icon with a dot on it while somebody is needed. */
function markIcon(isMarked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")
  if (icon) icon.href = isMarked ? "./icon-needed.svg" : "./icon.svg"
}

export type Notifying = { readonly isPossible: boolean; readonly isOn: boolean; readonly turn: () => void }

/** Notifications are off until somebody asks for them. */
export function useNotifying(): Notifying {
  const [isOn, setOn] = useState(isNotifying)
  const turn = async () => {
    const isWanted = !isOn && (await Notification.requestPermission()) === "granted"
    localStorage.setItem(KEY, isWanted ? "on" : "")
    setOn(isWanted)
  }
  return { isPossible: "Notification" in window && isSecureContext, isOn, turn }
}

function isNotifying(): boolean {
  return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEY) === "on"
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
