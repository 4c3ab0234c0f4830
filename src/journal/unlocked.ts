import { setTimeout } from "node:timers/promises"
import { StoreLockedError } from "./store-error.ts"

/** With what a connection itself waits (`openDatabase`) some five seconds. */
const LOCK_TRIES = 34
const LOCK_PAUSE_MS = 50

/** Tries again and again, for some five seconds, while somebody else's lock is in the way. */
export async function unlocked<T>(work: () => T | Promise<T>, onLocked: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreLockedError) || tries === LOCK_TRIES) throw error
      onLocked()
      await setTimeout(LOCK_PAUSE_MS)
    }
  }
}
