import { nearestOf } from "../protocol/log/key.ts"
import type { RunView } from "./run-view.ts"
import type { Story } from "./story.ts"

/** What the calls of one round, turn or part took; what belongs to none (analysis, plans, the summary) is the run's own. */
export type RoundSpend = {
  /** The stage; empty for the run's own. */
  readonly stage: string
  readonly calls: number
  /** Tokens in that were not cached, tokens in that were, tokens out. */
  readonly fresh: number
  readonly cached: number
  readonly out: number
  /** `null` where a price is not known. */
  readonly cost: number | null
}

/** What each round took, in the order of their first calls. */
export function spendOfRounds({ stages }: Pick<RunView, "stages">, { calls }: Pick<Story, "calls">): RoundSpend[] {
  const known = new Set(stages.map(({ id }) => id))
  const rounds = new Map<string, RoundSpend>()
  for (const { stage: place, usage, cost, failure } of calls) {
    if (failure) continue
    const stage = known.has(place) ? place : nearestOf(place, (id) => known.has(id))
    const before = rounds.get(stage) ?? { ...NOTHING, stage }
    const cached = Math.min(usage.cached, usage.prompt)
    rounds.set(stage, plus(before, { calls: 1, fresh: usage.prompt - cached, cached, out: usage.completion, cost }))
  }
  return [...rounds.values()]
}

/** Neighbours together, so that there are at most so many. */
export function inGroups(rounds: readonly RoundSpend[], most: number): (readonly RoundSpend[])[] {
  const size = Math.max(1, Math.ceil(rounds.length / most))
  return Array.from({ length: Math.ceil(rounds.length / size) }, (_, at) => rounds.slice(at * size, (at + 1) * size))
}

export function sumOf(rounds: readonly RoundSpend[]): RoundSpend {
  return rounds.reduce(plus, NOTHING)
}

const NOTHING: RoundSpend = { stage: "", calls: 0, fresh: 0, cached: 0, out: 0, cost: 0 }

function plus(a: RoundSpend, b: Omit<RoundSpend, "stage">): RoundSpend {
  return {
    stage: a.stage,
    calls: a.calls + b.calls,
    fresh: a.fresh + b.fresh,
    cached: a.cached + b.cached,
    out: a.out + b.out,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  }
}
