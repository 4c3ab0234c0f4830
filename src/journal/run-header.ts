import type { RunHeader } from "../protocol/log/run.ts"
import type { LogRecord } from "./run-store.ts"
import { archivedOf } from "./stored-row.ts"

/** The header after one more entry. Clocks of several processes may disagree: `updated_at` never goes back. */
export function foldHeader(header: RunHeader, entry: { readonly at: number; readonly record: LogRecord }): RunHeader {
  const { at, record } = entry
  const event = record.kind === "event" ? record.event : undefined
  const updated_at = Math.max(header.updated_at, at)
  if (event?.type === "state.changed") return { ...header, state: event.state, updated_at }
  if (event?.type === "run.archived") {
    const { archived: _before, ...rest } = header
    return { ...rest, updated_at, ...archivedOf({ archived: event.archived }) }
  }
  return updated_at === header.updated_at ? header : { ...header, updated_at }
}
