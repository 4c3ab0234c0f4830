import type { RunHeader } from "../protocol/run.ts"
import type { LogRecord } from "./run-store.ts"

/** The header after one more entry. Clocks of several processes may disagree: `updated_at` never goes back. */
export function foldHeader(header: RunHeader, entry: { readonly at: number; readonly record: LogRecord }): RunHeader {
  const { at, record } = entry
  const event = record.kind === "event" ? record.event : undefined
  const { archived = false, ...rest } = header
  const isArchived = event?.type === "run.archived" ? event.archived : archived
  return {
    ...rest,
    ...(event?.type === "state.changed" ? { state: event.state } : {}),
    updated_at: Math.max(header.updated_at, at),
    ...(isArchived ? { archived: true } : {}),
  }
}
