import { median } from "../support/median.ts"
import type { Figure } from "../support/report.ts"
import { shown } from "../support/table.ts"

/** One figure, as it came out in each round. */
export type Pair = { readonly figure: Figure; readonly theirs: number[]; readonly ours: number[] }

/** A machine is never as quiet as that. */
const NOISE = 0.05

export function renderComparison(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ figure, theirs, ours }) => [
    figure.name,
    `${shown(median(theirs), figure.unit)} (${rangeOf(theirs, figure.unit)})`,
    `${shown(median(ours), figure.unit)} (${rangeOf(ours, figure.unit)})`,
    isWorse({ figure, theirs, ours }) ? "worse" : "",
  ])
  const table = [["", "before", "now", ""], ...rows]
  const [name = 0, before = 0, now = 0] = [0, 1, 2].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  return table
    .map(([a = "", b = "", c = "", d = ""]) => `${a.padEnd(name)}  ${b.padStart(before)}  ${c.padStart(now)}  ${d}`)
    .map((line) => line.trimEnd())
    .join("\n")
}

/** Neither by noise, nor within what the other came to in some round. */
export function isWorse({ figure, theirs, ours }: Pair): boolean {
  const isMoreBetter = figure.unit.endsWith("/s")
  const sign = isMoreBetter ? -1 : 1
  const [then, now] = [median(theirs), median(ours)]
  const worst = Math.max(...theirs.map((value) => sign * value))
  return sign * (now - then) > NOISE * Math.abs(then) && sign * now > worst
}

function rangeOf(values: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
    shown(value, unit).replace(/[ ×].*/, ""),
  )
  return least === most ? `${least}` : `${least}–${most}`
}
