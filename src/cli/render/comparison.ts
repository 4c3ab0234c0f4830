import type { RunResult } from "../../protocol/log/run.ts"
import { amount, dollars, duration, percent } from "../../text/words/units.ts"

/** What one strategy made of the request. */
export type Compared = { readonly strategy: string; readonly result: RunResult }

type Row = readonly [name: string, show: (result: RunResult) => string]

const ROWS: readonly Row[] = [
  [
    "outcome",
    ({ outcome, verified }) => (outcome === "done" ? `done, ${verified ? "verified" : "unverified"}` : outcome),
  ],
  ["model calls", ({ usage }) => String(usage.calls)],
  ["prompt tokens", ({ usage }) => amount(usage.prompt)],
  ["completion tokens", ({ usage }) => amount(usage.completion)],
  ["cached tokens", ({ usage }) => amount(usage.cached)],
  ["cache share", ({ figures }) => percent(figures.cache_share)],
  ["cost", ({ usage }) => (usage.cost === null ? "unknown" : dollars(usage.cost))],
  ["time", ({ limits }) => duration(limits.used.time_ms ?? 0)],
  ["rounds", ({ total_rounds }) => String(total_rounds)],
  ["tasks", ({ total_tasks }) => String(total_tasks)],
  ["checks passed", ({ checks }) => (checks.length === 0 ? "none ran" : `${passed(checks)} of ${checks.length}`)],
  ["files changed", ({ files }) => String(files.length)],
  ["alarms", ({ figures }) => String(figures.alarms)],
  ["deviation", ({ figures }) => percent(figures.deviation)],
]

/** Side by side: a row for each figure, a column for each strategy. */
export function comparisonTable(compared: readonly Compared[]): string[][] {
  return [
    ["", ...compared.map(({ strategy }) => strategy)],
    ...ROWS.map(([name, show]) => [name, ...compared.map(({ result }) => show(result))]),
    ["run", ...compared.map(({ result }) => result.run_id)],
  ]
}

/** The same for programs. */
export function comparisonData({ strategy, result }: Compared) {
  const { run_id, outcome, verified, reason, usage, figures, limits, total_rounds, total_tasks, checks, files } = result
  return {
    strategy,
    run_id,
    outcome,
    verified,
    reason,
    calls: usage.calls,
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    cached_tokens: usage.cached,
    cache_share: figures.cache_share,
    cost: usage.cost,
    time_ms: limits.used.time_ms ?? 0,
    rounds: total_rounds,
    tasks: total_tasks,
    checks_passed: passed(checks),
    checks_failed: checks.filter(({ status }) => status === "failed").length,
    files: files.map(({ path }) => path),
    alarms: figures.alarms,
    deviation: figures.deviation,
    message: result.message,
  }
}

function passed(checks: RunResult["checks"]): number {
  return checks.filter((check) => check.passed).length
}
