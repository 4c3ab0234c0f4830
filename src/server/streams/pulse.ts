import { loggedEvent } from "../../journal/journal.ts"
import type { LogEntry } from "../../journal/run-store.ts"

/** More would not be told apart in a row. */
const MOST = 24

/** The tokens of a run's model calls from the first to the last, in so many sums at most. */
export function pulseOf(entries: readonly LogEntry[]): number[] {
  const calls = entries.flatMap((entry) => {
    const event = loggedEvent(entry)?.event
    return event?.type === "model.called" ? [event.usage.prompt + event.usage.completion] : []
  })
  const size = Math.ceil(calls.length / MOST)
  return Array.from({ length: Math.ceil(calls.length / Math.max(1, size)) }, (_, at) =>
    calls.slice(at * size, (at + 1) * size).reduce((sum, tokens) => sum + tokens, 0),
  )
}
