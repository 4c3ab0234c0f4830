import { existsSync } from "node:fs"
import { join } from "node:path"
import { openStore } from "../../src/journal/open-store.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { DurableEvent, LoggedEvent } from "../../src/protocol/log/event.ts"

/** The logs of all runs in a state folder, the oldest first. */
export async function logsIn(state: string): Promise<(readonly LogEntry[])[]> {
  if (!existsSync(join(state, "keelson.db"))) return []
  const store = await openStore(state)
  try {
    const headers = await store.listRuns()
    return await Promise.all(headers.reverse().map(({ id }) => store.load(id)))
  } finally {
    await store.close()
  }
}

export function loggedEvents(entries: readonly LogEntry[]): LoggedEvent[] {
  return entries.flatMap(({ seq, key, at, record }) =>
    record.kind === "event" ? [{ seq, key, at, event: record.event }] : [],
  )
}

export function eventsOf<Type extends DurableEvent["type"]>(
  entries: readonly LogEntry[],
  type: Type,
): Extract<DurableEvent, { type: Type }>[] {
  return loggedEvents(entries).flatMap(({ event }) =>
    event.type === type ? [event as Extract<DurableEvent, { type: Type }>] : [],
  )
}

/** Whether the run has come to an end since it was last taken up. */
export function hasEnded(entries: readonly LogEntry[]): boolean {
  return entries.at(-1) !== undefined && isOver(entries)
}

function isOver(entries: readonly LogEntry[]): boolean {
  const last = loggedEvents(entries).findLast(({ event }) => event.type === "run.ended" || event.type === "run.resumed")
  return last?.event.type === "run.ended"
}
