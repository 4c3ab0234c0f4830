import type { Outlives } from "./outlives.ts"
import type { RunTables } from "./run-tables.ts"
import { StoreLockedError } from "./store-error.ts"

/** How a store writes for a run: all of `work` as one transaction, or nothing of it. */
export type Write = <T>(runId: string, work: () => T, outlives?: Outlives) => Promise<T>

type Waiting = {
  readonly work: () => void
  readonly outlives: Outlives
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** Other processes wait as long as a transaction takes. */
const MOST_TOGETHER = 200

/**
 * Writes that are ready at the same moment, each of another run, share a transaction, and with it an `fsync`: a thousand runs at once
 * ask little more of the disk than one. Nobody waits for company: a run that writes alone does so at once, several as soon as all that
 * is ready in this turn of the event loop has been heard.
 *
 * Needs tables that take back what a failed transaction wrote.
 */
export function sharedWrites(tables: RunTables): Write {
  let waiting: Waiting[] = []
  let last: string | undefined
  const drain = () => {
    const writes = waiting
    waiting = []
    for (let from = 0; from < writes.length; from += MOST_TOGETHER)
      commit(tables, writes.slice(from, from + MOST_TOGETHER))
  }
  return <T>(runId: string, work: () => T, outlives: Outlives = "power cut") => {
    const isAlone = last === undefined || last === runId
    last = runId
    if (waiting.length === 0) isAlone ? queueMicrotask(drain) : setImmediate(drain)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let result: T
    const keep = () => {
      result = work()
    }
    waiting.push({ work: keep, outlives, done: () => resolve(result), failed: reject })
    return promise
  }
}

function commit(tables: RunTables, writes: readonly Waiting[]): void {
  try {
    const all = () => {
      for (const { work } of writes) work()
    }
    tables.write(all, writes.some(({ outlives }) => outlives === "power cut") ? "power cut" : "process")
    for (const { done } of writes) done()
  } catch (error) {
    refuse(tables, writes, error)
  }
}

/** What is wrong with one is no other's fault: each goes alone then. A lock is in the way of all. */
function refuse(tables: RunTables, writes: readonly Waiting[], error: unknown): void {
  const isShared = writes.length > 1 && !(error instanceof StoreLockedError)
  for (const write of writes) isShared ? commit(tables, [write]) : write.failed(error)
}
