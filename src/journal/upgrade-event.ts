import { DurableEvent, eventVersion } from "../protocol/event.ts"
import { LogUnreadableError } from "./store-error.ts"

/** An event as some earlier version wrote it: only its `type` is certain. */
export type StoredEvent = { readonly type: string; readonly [field: string]: unknown }

/** How events of earlier versions become current ones. */
export type EventHistory = {
  /** `upgrades[type][version]` turns that version into the next one. */
  readonly upgrades: Readonly<Record<string, Readonly<Record<number, (event: StoredEvent) => StoredEvent>>>>
  readonly currentVersion: (type: DurableEvent["type"]) => number
}

/** Empty until an event changes its shape; see `EVENT_VERSIONS`. */
export const EVENT_HISTORY: EventHistory = { upgrades: {}, currentVersion: eventVersion }

const KNOWN_TYPES: ReadonlySet<string> = new Set(DurableEvent.options.map((option) => option.shape.type.value))

/** Reads an event from disk, whatever earlier version wrote it. Throws `LogUnreadableError` for a later one. */
export function readEvent(version: number, body: unknown, history: EventHistory = EVENT_HISTORY): DurableEvent {
  if (!isStoredEvent(body)) throw new LogUnreadableError("The log is damaged: it has an event without a type.")
  const upgraded = upgrade(version, body, history)
  const parsed = DurableEvent.safeParse(upgraded)
  if (parsed.success) return parsed.data

  const [issue] = parsed.error.issues
  const where = issue?.path.join(".") || "the whole"
  throw new LogUnreadableError(`The log is damaged: an event "${body.type}" does not fit: ${where}: ${issue?.message}.`)
}

function isStoredEvent(body: unknown): body is StoredEvent {
  return typeof body === "object" && body !== null && "type" in body && typeof body.type === "string"
}

function upgrade(version: number, body: StoredEvent, { upgrades, currentVersion }: EventHistory): StoredEvent {
  if (!isKnown(body.type)) throw writtenByNewer(`an event "${body.type}"`)
  const current = currentVersion(body.type)
  if (version > current) throw writtenByNewer(`version ${version} of the event "${body.type}"`)

  let event = body
  for (let from = version; from < current; from++) {
    const next = upgrades[body.type]?.[from]
    if (!next) throw new LogUnreadableError(`Version ${from} of the event "${body.type}" can no longer be read.`)
    event = next(event)
  }
  return event
}

function isKnown(type: string): type is DurableEvent["type"] {
  return KNOWN_TYPES.has(type)
}

function writtenByNewer(what: string): LogUnreadableError {
  return new LogUnreadableError(`This run was written by a newer Keelson: it has ${what}. Update Keelson to read it.`)
}
