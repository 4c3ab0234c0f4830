import type { NewEntry } from "./run-store.ts"

/** What a transaction must survive. All of a log before a transaction that outlives a power cut outlives it too. */
export type Outlives = "power cut" | "process"

/**
 * After an intent the world may change, so it must outlive even a power cut, and takes all entries before it along. What else such a
 * cut takes away is asked for or told again; a crash of the process takes nothing.
 */
export function mustOutlive(entries: readonly NewEntry[]): Outlives {
  return entries.some(({ record }) => record.kind === "intent") ? "power cut" : "process"
}
