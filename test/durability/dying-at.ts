import type { NewEntry, RunStore } from "../../src/journal/run-store.ts"
import { crashStore } from "../../src/testing/crash-store.ts"

/** A process that dies when it would write down how this task ended. */
export function dyingAt(store: RunStore, task: string): RunStore {
  const dead = crashStore(store, 1)
  let current: RunStore = store
  return new Proxy(store, {
    get(_target, name: keyof RunStore) {
      // Some methods are for stores that have a use for them.
      if (name !== "append") return (current[name] as undefined | ((...given: unknown[]) => unknown))?.bind(current)
      return (lease: Parameters<RunStore["append"]>[0], entries: readonly NewEntry[]) => {
        if (entries.some(({ key }) => key === task)) current = dead
        return current.append(lease, entries)
      }
    },
  })
}
