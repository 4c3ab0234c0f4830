import { EVENT_VERSION, readEvent } from "./read-event.ts"
import type { LogEntry, LogRecord, NewEntry } from "./run-store.ts"
import { stableJson } from "./stable-json.ts"
import { LogUnreadableError } from "./store-error.ts"

/** An entry as every store keeps it. `body` is JSON with its keys in the order they came in, so that a replay sees the same text. */
export type EntryRow = {
  readonly seq: number
  readonly key: string
  readonly at: number
  readonly lease: number
  /** Of the event in `body`; 1 for steps and intents. */
  readonly version: number
  readonly kind: string
  readonly body: string
}

/** Throws where the record has something that JSON cannot hold, such as a cycle. */
export function toRow(entry: NewEntry, place: { readonly seq: number; readonly lease: number }): EntryRow {
  return { ...place, key: entry.key, at: entry.at, ...encode(entry.record) }
}

/** Throws `LogUnreadableError` when a newer Keelson wrote the row, or when it is damaged. */
export function fromRow(row: EntryRow): LogEntry {
  return { seq: row.seq, key: row.key, at: row.at, lease: row.lease, record: decode(row) }
}

/** Whether the row says the same as the record, whatever the order of its fields. */
export function saysTheSame(row: EntryRow, record: LogRecord): boolean {
  const encoded = encode(record)
  if (row.kind === encoded.kind && row.version === encoded.version && row.body === encoded.body) return true
  return stableJson(decode(row)) === stableJson(decode(encoded))
}

type EncodedRecord = Pick<EntryRow, "kind" | "version" | "body">

function encode(record: LogRecord): EncodedRecord {
  if (record.kind === "event") {
    return { kind: record.kind, version: EVENT_VERSION, body: JSON.stringify(record.event) }
  }
  const { kind, digest, value } = record
  return { kind, version: 1, body: JSON.stringify({ digest, value }) }
}

function decode({ kind, version, body }: EncodedRecord): LogRecord {
  const parsed = parseJson(body)
  if (kind === "event") return { kind, event: readEvent(version, parsed) }
  if (kind !== "step" && kind !== "intent") {
    throw new LogUnreadableError(
      `This run was written by a newer Keelson: it has a "${kind}". Update Keelson to read it.`,
    )
  }
  if (!isEffect(parsed)) throw new LogUnreadableError(`The log is damaged: a ${kind} has no digest.`)
  return { kind, digest: parsed.digest, value: parsed.value }
}

function isEffect(parsed: unknown): parsed is { readonly digest: string; readonly value?: unknown } {
  return typeof parsed === "object" && parsed !== null && "digest" in parsed && typeof parsed.digest === "string"
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new LogUnreadableError("The log is damaged: an entry is not JSON.")
  }
}
