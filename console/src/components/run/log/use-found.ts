import type { LoggedEvent } from "@keelson/protocol/event.ts"
import { useEffect, useMemo, useState } from "react"
import type { Failure } from "../../../api/failure.ts"
import type { RunSource } from "../../../api/run-source.ts"
import type { Feed, RunFeed } from "../../../state/run-feed.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { gistOf } from "./event-gist.ts"

/** An event and its place in the log, counted from 0. */
export type Placed = { readonly index: number; readonly logged: LoggedEvent }

export type Found = {
  readonly rows: readonly Placed[]
  /** How many events have been looked through. */
  readonly done: number
  readonly failure: Failure | null
}

type Older = Found & { readonly wanted: string }

/** Events that are fetched and looked through at once. */
const STRIDE = 2000
/** So many are enough to see that more has to be said. */
const MOST_FOUND = 5000

/** What a filter finds: among the events that are here at once, among those before them as they are fetched; `null` without one. */
export function useFound(feed: RunFeed, { events, before }: Feed, wanted: string): Found | null {
  const older = useOlder(feed.source, before, wanted)
  const newer = useMemo(() => matching(events, before, wanted), [events, before, wanted])
  const rows = useMemo(() => [...older.rows, ...newer], [older.rows, newer])
  return wanted === "" ? null : { rows, done: older.done + events.length, failure: older.failure }
}

function useOlder(source: RunSource | null, before: number, wanted: string): Found {
  const [found, setFound] = useState<Older>({ ...NOTHING, wanted: "" })
  useEffect(() => {
    if (!source || wanted === "" || before === 0) return
    let isOver = false
    const rows: Placed[] = []
    const look = async () => {
      for (let at = 0; at < before && rows.length < MOST_FOUND && !isOver; at += STRIDE) {
        const events = await source.events(at, Math.min(STRIDE, before - at))
        rows.push(...matching(events, at, wanted))
        if (!isOver) setFound({ wanted, rows: [...rows], done: at + events.length, failure: null })
      }
    }
    look().catch((error: unknown) => {
      if (!isOver) setFound((so) => ({ ...so, failure: asFailure(error) }))
    })
    return () => {
      isOver = true
    }
  }, [source, before, wanted])
  return found.wanted === wanted ? found : NOTHING
}

const NOTHING: Found = { rows: [], done: 0, failure: null }

/** Words that are separated by blanks must all be there. */
function matching(events: readonly LoggedEvent[], before: number, wanted: string): Placed[] {
  if (wanted === "") return []
  const words = wanted.split(/\s+/)
  return events.flatMap((logged, index) => {
    const text = `${logged.key} ${logged.event.type} ${gistOf(logged.event)}`.toLowerCase()
    return words.every((word) => text.includes(word)) ? [{ index: before + index, logged }] : []
  })
}
