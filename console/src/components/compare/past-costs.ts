import type { RunListItem } from "@keelson/protocol/api/api.ts"

/** What a run under a strategy took here, on average. */
export type PastCost = {
  readonly runs: number
  readonly calls: number
  readonly tokens: number
  /** `null` where a price is not known. */
  readonly cost: number | null
}

/** By strategy, of runs that asked a model and came to an end. */
export function pastCosts(runs: readonly RunListItem[]): ReadonlyMap<string, PastCost> {
  const counted = runs.filter(({ outcome, calls, demo }) => !demo && calls > 0 && outcome !== "running")
  return new Map([...Map.groupBy(counted, ({ strategy }) => strategy)].map(([name, some]) => [name, averageOf(some)]))
}

/** Of several, as far as they are known. */
export function sumOf(costs: readonly PastCost[]): PastCost {
  return {
    runs: add(costs.map(({ runs }) => runs)) ?? 0,
    calls: add(costs.map(({ calls }) => calls)) ?? 0,
    tokens: add(costs.map(({ tokens }) => tokens)) ?? 0,
    cost: add(costs.map(({ cost }) => cost)),
  }
}

function averageOf(runs: readonly RunListItem[]): PastCost {
  const sum = sumOf(runs.map(({ calls, tokens, cost }) => ({ runs: 1, calls, tokens, cost })))
  const share = (value: number) => value / runs.length
  return {
    runs: runs.length,
    calls: Math.round(share(sum.calls)),
    tokens: Math.round(share(sum.tokens)),
    cost: sum.cost === null ? null : share(sum.cost),
  }
}

function add(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
