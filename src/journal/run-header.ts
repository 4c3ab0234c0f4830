import type { RunHeader } from "../protocol/run.ts"
import type { LogRecord } from "./run-store.ts"

/** The header after one more entry. Clocks of several processes may disagree: `updated_at` never goes back. */
export function foldHeader(header: RunHeader, entry: { readonly at: number; readonly record: LogRecord }): RunHeader {
  const { at, record } = entry
  const changesState = record.kind === "event" && record.event.type === "state.changed"
  return {
    ...header,
    state: changesState ? record.event.state : header.state,
    updated_at: Math.max(header.updated_at, at),
  }
}
