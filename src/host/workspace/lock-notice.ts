import type { RunStore } from "../../journal/run-store.ts"
import type { Notify } from "../model/configured-model.ts"

/** Whoever waits for somebody else's lock hears of it within a second. */
const SAID_AFTER_MS = 700

/** Says once that a lock is in the way. */
export function lockNotice(notify: Notify): () => void {
  let since: number | undefined
  let isSaid = false
  return () => {
    since ??= performance.now()
    if (isSaid || performance.now() - since < SAID_AFTER_MS) return
    isSaid = true
    notify("waiting for the store of runs, which another process keeps locked")
  }
}

const listening = new WeakMap<RunStore, () => void>()

/** Says it from now on, also where there is no run yet that could. */
export function announceLocks(store: RunStore, met: () => void): void {
  const stop = store.onLocked?.(met)
  if (stop) listening.set(store, stop)
}

/** A run says it itself, in its own place on the screen. */
export function leaveLocksToRun(store: RunStore): void {
  listening.get(store)?.()
}
