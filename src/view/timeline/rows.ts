import type { Bar } from "./bar.ts"

/** A lane grows no higher than this; what runs side by side beyond it shares the last rows. */
export const MOST_ROWS = 6

/** Gives each bar the first row that is free when it begins. */
export function inRows(bars: readonly Bar[]): Bar[][] {
  const rows: Bar[][] = []
  const busyUntil: number[] = []
  for (const bar of [...bars].sort((a, b) => a.from - b.from || endOf(a) - endOf(b))) {
    const row = rowFor(bar, busyUntil)
    busyUntil[row] = Math.max(busyUntil[row] ?? 0, endOf(bar))
    const here = rows[row]
    if (here) here.push(bar)
    else rows[row] = [bar]
  }
  return rows
}

function rowFor(bar: Bar, busyUntil: readonly number[]): number {
  const free = busyUntil.findIndex((until) => until <= bar.from)
  if (free !== -1) return free
  return busyUntil.length < MOST_ROWS ? busyUntil.length : busyUntil.indexOf(Math.min(...busyUntil))
}

function endOf({ to }: Bar): number {
  return to ?? Number.POSITIVE_INFINITY
}
