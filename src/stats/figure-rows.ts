import type { RunFigures } from "./run-figures.ts"

/** Figures of many runs together; `null` where nothing of the kind happened. */
export type StatsRow = {
  readonly runs: number
  readonly deviation: number | null
  readonly stall_delay: number | null
  readonly repeats: number | null
  readonly completion: number | null
  readonly iterations: number | null
  readonly phase_accuracy: number | null
  readonly verified: number | null
  readonly calls: number | null
  readonly rounds: number | null
  readonly tokens: number | null
  readonly time_ms: number | null
  readonly cost: number | null
  /** All that the runs cost over those that are done. */
  readonly cost_per_done: number | null
}

/** Shares are over everything that they are shares of, means over runs or alarms. */
export function statsRow(runs: readonly RunFigures[]): StatsRow {
  const ended = runs.filter(({ outcome }) => outcome !== "open" && outcome !== "cancelled")
  const done = ended.filter(({ outcome }) => outcome === "done")
  const costs = runs.flatMap(({ cost }) => cost ?? [])
  const cost = costs.length === runs.length ? sum(costs) : null
  return {
    runs: runs.length,
    deviation: share(sum(runs.map(({ violations }) => violations)), sum(runs.map(({ tasks }) => tasks))),
    stall_delay: mean(runs.flatMap(({ stallDelays }) => stallDelays)),
    repeats: mean(runs.flatMap(({ repeats }) => repeats)),
    completion: share(done.length, ended.length),
    iterations: mean(runs.map(({ iterations }) => iterations)),
    phase_accuracy: share(sum(runs.map(({ judged }) => judged.right)), sum(runs.map(({ judged }) => judged.phases))),
    verified: share(done.filter(({ isVerified }) => isVerified).length, done.length),
    calls: mean(runs.map(({ calls }) => calls)),
    rounds: mean(runs.map(({ rounds }) => rounds)),
    tokens: mean(runs.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens)),
    time_ms: mean(runs.map(({ ms }) => ms)),
    cost,
    cost_per_done: cost === null ? null : share(cost, done.length),
  }
}

/** A figure that the seeds name, where it began, and where it has to be. */
export type SeedTarget = {
  readonly figure: "deviation" | "stall_delay" | "repeats" | "completion" | "iterations"
  readonly before: number
  readonly target: number
  readonly is: "at most" | "at least" | "below" | "above"
}

/** As the seeds have them. */
export const TARGETS: readonly SeedTarget[] = [
  { figure: "deviation", before: 0.6, target: 0.15, is: "below" },
  { figure: "stall_delay", before: 8, target: 3, is: "at most" },
  { figure: "repeats", before: 5, target: 2, is: "at most" },
  { figure: "completion", before: 0.4, target: 0.75, is: "above" },
  { figure: "iterations", before: 10, target: 6, is: "at most" },
]

/** Whether a value is where it has to be; `null` where there is none. */
export function isMet({ is, target }: SeedTarget, value: number | null): boolean | null {
  if (value === null) return null
  return { "at most": value <= target, "at least": value >= target, below: value < target, above: value > target }[is]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
