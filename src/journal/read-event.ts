import { DurableEvent } from "../protocol/log/event.ts"
import { ONCE } from "../protocol/zod/parse-once.ts"
import { LogUnreadableError } from "./store-error.ts"

/** The version that events are stored with. Raise it with a change that today's logs don't fit, and read both from then on. */
export const EVENT_VERSION = 1

const KNOWN_TYPES: ReadonlySet<string> = new Set(DurableEvent.options.map((option) => option.shape.type.value))

/** Reads an event from disk. Throws `LogUnreadableError` for one that a newer Keelson wrote, and for one that is damaged. */
export function readEvent(version: number, body: unknown): DurableEvent {
  if (!isStoredEvent(body)) throw new LogUnreadableError("The log is damaged: it has an event without a type.")
  if (!KNOWN_TYPES.has(body.type)) throw writtenByNewer(`an event "${body.type}"`)
  if (version !== EVENT_VERSION) throw writtenByNewer(`version ${version} of the event "${body.type}"`)
  const parsed = DurableEvent.safeParse(body, isOften(body.type) ? undefined : ONCE)
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

function isStoredEvent(body: unknown): body is { readonly type: string } {
  return typeof body === "object" && body !== null && "type" in body && typeof body.type === "string"
}

function writtenByNewer(what: string): LogUnreadableError {
  return new LogUnreadableError(`This run was written by a newer Keelson: it has ${what}. Update Keelson to read it.`)
}
