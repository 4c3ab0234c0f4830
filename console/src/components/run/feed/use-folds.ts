import type { FeedRound, FeedSection } from "@keelson/view/feed.ts"
import { useCallback, useMemo, useRef, useState } from "react"
import type { Selection } from "../use-selection.ts"

/** So many of the newest rounds are open; on a phone, where the page has more to show below them, one. */
const OPEN = 12
const NARROW = "(max-width: 900px)"
/** A run of more rounds than these is folded by its parts, too. */
const SHORT = 30

export type Folds = {
  readonly isLong: boolean
  readonly canFold: boolean
  readonly isOpen: (round: FeedRound) => boolean
  /** It must be there, wherever it stands. */
  readonly isWanted: (round: FeedRound) => boolean
  readonly isSectionOpen: (section: FeedSection) => boolean
  readonly open: (stage: string) => void
  readonly close: (stage: string) => void
  readonly toggleSection: (section: FeedSection, isOpen: boolean) => void
  /** Opens a round and what it is folded in. */
  readonly reveal: (stage: string) => void
}

type Chosen = ReadonlyMap<string, boolean>

/** Which rounds and parts are open: the newest and what somebody opened. */
export function useFolds(sections: readonly FeedSection[], selection: Selection): Folds {
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [wanted, setWanted] = useState("")
  const rounds = useMemo(() => roundsIn(sections), [sections])
  const newest = useNewest(rounds)
  const set = useCallback(
    (name: string, isOpen: boolean) => setChosen((before) => new Map(before).set(name, isOpen)),
    [],
  )
  const open = useCallback((stage: string) => set(stage, true), [set])
  const close = useCallback((stage: string) => set(stage, false), [set])
  const isLong = rounds.length > SHORT
  const isOpen = ({ stage }: FeedRound) =>
    chosen.get(stage.id) ?? (newest.has(stage.id) || stage.endedAt === null || stage.id === selection.stage?.id)
  return {
    isLong,
    canFold: rounds.length > 1,
    isOpen,
    isWanted: ({ stage }) => stage.id === wanted || stage.id === selection.stage?.id,
    isSectionOpen: (section) =>
      chosen.get(`section ${section.id}`) ?? (!isLong || hasNone(section) || roundsIn([section]).some(isOpen)),
    open,
    close,
    toggleSection: ({ id }, isSectionOpen) => set(`section ${id}`, isSectionOpen),
    reveal: (stage) => {
      const around = sections.find((section) => roundsIn([section]).some((round) => round.stage.id === stage))
      if (around) set(`section ${around.id}`, true)
      set(stage, true)
      setWanted(stage)
    },
  }
}

function roundsIn(sections: readonly FeedSection[]): FeedRound[] {
  return sections.flatMap(({ entries }) => entries.flatMap((entry) => (entry.kind === "round" ? [entry.round] : [])))
}

function hasNone(section: FeedSection): boolean {
  return roundsIn([section]).length === 0
}

/** The newest rounds. Those that were open stay so while they are among the newer ones: nobody's page folds while it is read. */
function useNewest(rounds: readonly FeedRound[]): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(new Set())
  const most = matchMedia(NARROW).matches ? 1 : OPEN
  const ids = rounds.map(({ stage }) => stage.id)
  const kept = ids.slice(-KEPT * most).filter((id) => known.current.has(id))
  known.current = new Set([...kept, ...ids.slice(-most)])
  return known.current
}

/** So many times as many stay open. */
const KEPT = 2
