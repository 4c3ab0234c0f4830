import type { CellResult } from "./cell.ts"
import type { EvalResults } from "./run-eval.ts"
import { type Estimated, medianOf, passAt, shareOf } from "./statistics.ts"

/** What a model with a strategy made of all jobs; shares of runs, medians over runs, each with its interval at 95%. */
export type EvalRow = {
  readonly model: string
  readonly strategy: string
  readonly runs: number
  /** Cells without a result. */
  readonly left: number
  readonly done: Estimated | null
  readonly truthful: Estimated | null
  readonly verified: Estimated | null
  readonly calls: Estimated | null
  readonly prompt_tokens: Estimated | null
  readonly completion_tokens: Estimated | null
  readonly cost: Estimated | null
  readonly time_ms: Estimated | null
  /** All that the runs cost over the jobs that got done; `null` where a price is unknown or nothing got done. */
  readonly cost_per_done: number | null
  /** The chance that one of k tries gets a job done, the mean over jobs with so many tries. */
  readonly pass_at: readonly { readonly k: number; readonly value: number }[]
}

type Figure = "calls" | "prompt_tokens" | "completion_tokens" | "time_ms"

/** A row for each model and strategy, in the order in which they first come. */
export function rowsOf({ cells, left }: Pick<EvalResults, "cells" | "left">): EvalRow[] {
  const pairs = new Map(
    [...cells, ...left].map(({ model, strategy }) => [pairName({ model, strategy }), { model, strategy }]),
  )
  return [...pairs].map(([name, pair]) => {
    const own = cells.filter((cell) => pairName(cell) === name)
    return { ...pair, ...figuresOf(own), left: left.filter((cell) => pairName(cell) === name).length }
  })
}

function figuresOf(cells: readonly CellResult[]): Omit<EvalRow, "model" | "strategy" | "left"> {
  const share = (isSo: (cell: CellResult) => boolean) => shareOf(cells.filter(isSo).length, cells.length)
  const median = (figure: Figure) => medianOf(cells.map((cell) => cell[figure]))
  const costs = cells.flatMap(({ cost }) => cost ?? [])
  const isPriced = costs.length === cells.length
  const dones = cells.filter(({ done }) => done).length
  return {
    runs: cells.length,
    done: share(({ done }) => done),
    truthful: share(({ truthful }) => truthful),
    verified: share(({ verified }) => verified),
    calls: median("calls"),
    prompt_tokens: median("prompt_tokens"),
    completion_tokens: median("completion_tokens"),
    cost: isPriced ? medianOf(costs) : null,
    time_ms: median("time_ms"),
    cost_per_done: isPriced && dones > 0 ? costs.reduce((sum, cost) => sum + cost, 0) / dones : null,
    pass_at: passesOf(cells),
  }
}

function passesOf(cells: readonly CellResult[]): EvalRow["pass_at"] {
  const byJob = Map.groupBy(cells, ({ job }) => job)
  const most = Math.max(0, ...[...byJob.values()].map(({ length }) => length))
  const ks = [...new Set([1, most])].filter((k) => k > 0)
  return ks.flatMap((k) => {
    const chances = [...byJob.values()].flatMap(
      (own) => passAt(k, own.filter(({ done }) => done).length, own.length) ?? [],
    )
    return chances.length === 0 ? [] : [{ k, value: chances.reduce((sum, chance) => sum + chance, 0) / chances.length }]
  })
}

/** What a row is told apart by. */
export function pairName({ model, strategy }: { readonly model: string; readonly strategy: string }): string {
  return `${model} · ${strategy}`
}
