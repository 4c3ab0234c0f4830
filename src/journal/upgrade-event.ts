import { DurableEvent, eventVersion } from "../protocol/event.ts"
import { ONCE } from "../protocol/parse-once.ts"
import { LogUnreadableError } from "./store-error.ts"

/** An event as some earlier version wrote it: only its `type` is certain. */
export type StoredEvent = { readonly type: string; readonly [field: string]: unknown }

/** How events of earlier versions become current ones. */
export type EventHistory = {
  /** `upgrades[type][version]` turns that version into the next one. */
  readonly upgrades: Readonly<Record<string, Readonly<Record<number, (event: StoredEvent) => StoredEvent>>>>
  readonly currentVersion: (type: DurableEvent["type"]) => number
}

/** Every change of a shape since the first release; see `EVENT_VERSIONS`. */
export const EVENT_HISTORY: EventHistory = {
  upgrades: { "approval.asked": { 1: withSubject } },
  currentVersion: eventVersion,
}

/**
 * Questions about plans, checks and exceptions once named a tool that no run has, and nothing else told them from calls. A call's
 * question ends its task's key in `/approval`; what could be either is read as a call, which grants the least.
 */
function withSubject(event: StoredEvent): StoredEvent {
  const [tool, question] = [String(event.tool), String(event.question)]
  if (tool === "plan" && /\/review-\d+$/.test(question)) return { ...event, about: "plan" }
  if (tool === "run_check" && !/(^|\/)task-\d+\/approval$/.test(question)) return { ...event, about: "check" }
  if (tool === "request_exception" && question.endsWith("/exception")) return { ...event, about: "exception" }
  return event
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(DurableEvent.options.map((option) => option.shape.type.value))

/** Reads an event from disk, whatever earlier version wrote it. Throws `LogUnreadableError` for a later one. */
export function readEvent(version: number, body: unknown, history: EventHistory = EVENT_HISTORY): DurableEvent {
  if (!isStoredEvent(body)) throw new LogUnreadableError("The log is damaged: it has an event without a type.")
  const upgraded = upgrade(version, body, history)
  const parsed = DurableEvent.safeParse(upgraded, isOften(body.type) ? undefined : ONCE)
  if (parsed.success) return parsed.data

  const [issue] = parsed.error.issues
  const where = issue?.path.join(".") || "the whole"
  throw new LogUnreadableError(`The log is damaged: an event "${body.type}" does not fit: ${where}: ${issue?.message}.`)
}

/** From so many events of a type on, compiling its shape pays; a run has most of them a few times. */
const OFTEN = 64
const timesRead = new Map<string, number>()

function isOften(type: string): boolean {
  const times = (timesRead.get(type) ?? 0) + 1
  if (times <= OFTEN) timesRead.set(type, times)
  return times > OFTEN
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
