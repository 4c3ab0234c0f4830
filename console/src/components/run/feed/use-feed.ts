import { type FeedEntry, type FeedRound, type FeedSection, feedOf } from "@keelson/view/feed.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { useMemo, useRef } from "react"

/** The story of the picture. A round that is as it was stays the same object, so that only what is new is drawn. */
export function useFeed(picture: RunPicture): readonly FeedSection[] {
  const known = useRef<ReadonlyMap<string, FeedRound>>(new Map())
  return useMemo(() => {
    const next = new Map<string, FeedRound>()
    const sections = feedOf(picture).map((section) => ({
      ...section,
      entries: section.entries.map((entry) => settled(entry, known.current, next)),
    }))
    known.current = next
    return sections
  }, [picture])
}

function settled(entry: FeedEntry, known: ReadonlyMap<string, FeedRound>, next: Map<string, FeedRound>): FeedEntry {
  if (entry.kind !== "round") return entry
  const before = known.get(entry.round.stage.id)
  const round = before && isSame(before, entry.round) ? before : entry.round
  next.set(round.stage.id, round)
  return round === entry.round ? entry : { kind: "round", round }
}

function isSame(a: FeedRound, b: FeedRound): boolean {
  return (
    a.stage === b.stage &&
    a.part === b.part &&
    a.said === b.said &&
    a.plan === b.plan &&
    a.ruling === b.ruling &&
    isSameList(a.tasks, b.tasks) &&
    isSameList(a.moments, b.moments) &&
    isSameList(a.checks, b.checks) &&
    isSameList(a.calls, b.calls) &&
    isSameList(Object.values(a.artifacts), Object.values(b.artifacts))
  )
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
