import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import { useEffect, useMemo, useState } from "react"
import type { Failure } from "../../../api/failure.ts"
import type { RunSource } from "../../../api/run-source.ts"
import type { Feed, RunFeed } from "../../../state/run-feed.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { type EventKind, kindOf } from "./event-kinds.ts"

/** An event and its place in the log, counted from 0. */
export type Placed = { readonly index: number; readonly logged: LoggedEvent }

export type Found = {
  readonly rows: readonly Placed[]
  /** How many events have been looked through. */
  readonly done: number
  readonly failure: Failure | null
}

/** Words, a kind, or both; empty where anything will do. */
export type Wanted = { readonly text: string; readonly kind: EventKind | "" }

type Older = Found & { readonly wanted: Wanted }

/** Events that are fetched and looked through at once. */
const STRIDE = 2000
/** So many are enough to see that more has to be said. */
const MOST_FOUND = 5000

/** What a filter finds: among the events that are here at once, among those before them as they are fetched; `null` without one. */
export function useFound(feed: RunFeed, { events, before }: Feed, { text, kind }: Wanted): Found | null {
  const wanted = useMemo(() => ({ text, kind }), [text, kind])
  const older = useOlder(feed.source, before, wanted)
  const newer = useMemo(() => matching(events, before, wanted), [events, before, wanted])
  const rows = useMemo(() => [...older.rows, ...newer], [older.rows, newer])
  return isAnything(wanted) ? null : { rows, done: older.done + events.length, failure: older.failure }
}

function useOlder(source: RunSource | null, before: number, wanted: Wanted): Found {
  const [found, setFound] = useState<Older>({ ...NOTHING, wanted: ANYTHING })
  useEffect(() => {
    if (!source || isAnything(wanted) || before === 0) return
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

const ANYTHING: Wanted = { text: "", kind: "" }

function isAnything({ text, kind }: Wanted): boolean {
  return text === "" && kind === ""
}

/** Words that are separated by blanks must all be there, anywhere in what the event holds. */
function matching(events: readonly LoggedEvent[], before: number, wanted: Wanted): Placed[] {
  if (isAnything(wanted)) return []
  const words = wanted.text.split(/\s+/).filter(Boolean)
  return events.flatMap((logged, index) =>
    fits(logged, words, wanted.kind) ? [{ index: before + index, logged }] : [],
  )
}

function fits({ key, event }: LoggedEvent, words: readonly string[], kind: Wanted["kind"]): boolean {
  if (kind !== "" && kindOf(event) !== kind) return false
  if (words.length === 0) return true
  const text = `${key} ${Object.entries(event).map(textOf).join(" ")}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Texts as they are read, without the signs of JSON in them. */
function textOf([name, value]: readonly [string, unknown]): string {
  return `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`
}
