import type { StatsRow } from "../../stats/figure-rows.ts"
import type { Stats } from "../../stats/stats-of.ts"
import { amount, dollars, duration, percent } from "../../text/words/units.ts"

type Figure = Exclude<keyof StatsRow, "runs">

/** Each figure with how it is called and said, the seeds' five first. */
const FIGURES: Readonly<Record<Figure, readonly [name: string, say: (value: number) => string]>> = {
  deviation: ["calls against the plan's rules", percent],
  stall_delay: ["turns until a stall is noticed", one],
  repeats: ["repeats until a loop is noticed", one],
  completion: ["runs done", percent],
  iterations: ["iterations of a run", one],
  phase_accuracy: ["phases called complete that checks bore out", percent],
  verified: ["of those done: verified", percent],
  calls: ["calls of a run", one],
  rounds: ["rounds and turns of a run", one],
  tokens: ["tokens of a run", amount],
  time_ms: ["time of a run", duration],
  cost: ["cost of all", dollars],
  cost_per_done: ["cost of one done", dollars],
}

const FIGURE_NAMES = Object.keys(FIGURES) as Figure[]

/** All runs together: what the seeds want of them, and whether it is so. */
export function targetTable(stats: Stats, set: readonly string[] | undefined): string[][] {
  const other = stats.with
  const head = [
    "figure",
    "runs here",
    ...(other ? [`with ${set?.join(" ")}`] : []),
    "seeds: before",
    "seeds: target",
    "",
  ]
  const rows = FIGURE_NAMES.map((figure) => {
    const [name, say] = FIGURES[figure]
    const target = stats.targets.find((known) => known.figure === figure)
    const value = shown(stats.all[figure], say)
    const seeds = target ? [say(target.before), `${target.is} ${say(target.target)}`, mark(target.met)] : ["", "", ""]
    return [name, value, ...(other ? [shown(other[figure], say)] : []), ...seeds]
  })
  return [head, ...rows]
}

function mark(isMet: boolean | null): string {
  return isMet === null ? "–" : isMet ? "✓" : "✗"
}

/** What is worth a column, where there are many rows, and its head. */
const COLUMNS: Partial<Record<Figure, string>> = {
  completion: "done",
  deviation: "deviation",
  stall_delay: "stall",
  repeats: "repeats",
  iterations: "iterations",
  calls: "calls",
  rounds: "rounds",
  tokens: "tokens",
  time_ms: "time",
  cost_per_done: "cost of one done",
}

/** By model, by strategy, by week. */
export function groupTable({ groups }: Stats): string[][] {
  const columns = Object.keys(COLUMNS) as Figure[]
  return [
    ["by", "", "runs", ...Object.values(COLUMNS)],
    ...groups.map((group) => [
      group.by,
      group.name,
      String(group.runs),
      ...columns.map((figure) => shown(group[figure], FIGURES[figure][1])),
    ]),
  ]
}

function shown(value: number | null, say: (value: number) => string): string {
  return value === null ? "–" : say(value)
}

function one(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}
