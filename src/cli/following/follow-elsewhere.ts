import { setTimeout as pause } from "node:timers/promises"
import { loggedEvent } from "../../journal/journal.ts"
import type { LogEntry, RunStore } from "../../journal/run-store.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { recordedResult } from "../../run/lifecycle/orchestrator.ts"
import type { FollowedRun } from "./display.ts"

/** Hints say when there is something new; without them it is asked so often. */
const LOOK_MS = 100

/** A run that another process carries out, by its log: until it has ended, or waits, and nobody has it in hands any more. */
export function followElsewhere(store: RunStore, id: string, words: Pick<FollowedRun, "tell" | "cancel">): FollowedRun {
  const heard: LoggedEvent[] = []
  const listeners = new Set<(event: LoggedEvent) => void>()
  const result = readToEnd(store, id, (event) => {
    heard.push(event)
    for (const listener of listeners) listener(event)
  })
  result.catch(() => {})
  return {
    ...words,
    id,
    result,
    onEvent: (listener) => {
      for (const event of heard) listener(event)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Progress is not kept, so that it does not get here.
    onLive: () => () => {},
  }
}

async function readToEnd(store: RunStore, id: string, tell: (event: LoggedEvent) => void): Promise<RunResult> {
  const entries: LogEntry[] = []
  for (;;) {
    // Looked at before the log is read: what was logged until then is in it.
    const isOver = await isLeft(store, id)
    for (const entry of await store.load(id, entries.length)) {
      entries.push(entry)
      const event = loggedEvent(entry)
      if (event) tell(event)
    }
    if (isOver) return recordedResult(id, entries)
    do await pause(LOOK_MS)
    while (store.isQuiet?.(id, entries.length))
  }
}

async function isLeft(store: RunStore, id: string): Promise<boolean> {
  const header = await store.findRun(id)
  if (header && header.state !== "WAITING" && !isEnd(header.state)) return false
  return !(await store.isHeld(id))
}
