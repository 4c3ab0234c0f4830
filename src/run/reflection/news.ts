import type { LogEntry } from "../../journal/run-store.ts"
import { isWithin } from "../../protocol/log/key.ts"
import { turnNamed, turnsAfter, turnsOf, watchedStages } from "./history.ts"
import type { TurnRecord } from "./turn-record.ts"

/**
 * Whether a place, or one of several, brought news that the run had not seen anywhere. It decides whether a part goes on, whatever the
 * detectors are set to; those look at their own stage.
 */
export function hasNews(entries: readonly LogEntry[], ...places: readonly string[]): boolean {
  const news = newsOf(entries)
  return turnsAt(entries, places).some(({ id, hasMoved }) => hasMoved || news.get(id) === true)
}

/** The turns that are one of these places or stand in one. */
function turnsAt(entries: readonly LogEntry[], places: readonly string[]): TurnRecord[] {
  const inside = watchedStages(entries).filter((stage) =>
    places.some((place) => stage === place || isWithin(stage, place)),
  )
  return [
    ...places.flatMap((place) => turnNamed(entries, place) ?? []),
    ...inside.flatMap((stage) => turnsOf(entries, stage)),
  ]
}

/** By turn, whether its tools brought anything; what is `settled` of them will not change any more. */
type Settled = { count: number; readonly seen: Set<string>; readonly news: Map<string, boolean> }

/** A log only grows, and it is asked again and again: what was looked at once is not looked at again. */
const settled = new WeakMap<readonly LogEntry[], Settled>()

function newsOf(entries: readonly LogEntry[]): ReadonlyMap<string, boolean> {
  const known = settled.get(entries) ?? { count: 0, seen: new Set<string>(), news: new Map<string, boolean>() }
  settled.set(entries, known)
  const turns = turnsAfter(entries, known.count)
  const open = turns.findIndex(({ hasEnded }) => !hasEnded)
  const ended = open === -1 ? turns : turns.slice(0, open)
  for (const turn of ended) addNews(known, turn)
  known.count += ended.length
  if (open === -1) return known.news
  const all = { count: 0, seen: new Set(known.seen), news: new Map(known.news) }
  for (const turn of turns.slice(open)) addNews(all, turn)
  return all.news
}

function addNews({ seen, news }: Settled, { id, runs }: TurnRecord): void {
  const signs = runs.flatMap((run) => run.news)
  news.set(
    id,
    signs.some((sign) => !seen.has(sign)),
  )
  for (const sign of signs) seen.add(sign)
}
