import { BAR_KINDS, type Bar, type BarKind } from "./bar.ts"

/** A part of the active time on so many pixels; `end` is where bars that go on are drawn to. */
export type TimeScale = { readonly from: number; readonly to: number; readonly pixels: number; readonly end: number }

/** What is narrower is too narrow to be told from its neighbours. */
export const NARROW = 3
/** Narrow bars are counted together in columns of so many pixels. */
export const COLUMN = 4

/** A bar, or a heap: bars too narrow to be drawn, with the time that each kind of them took. */
export type Drawn =
  | { readonly bar: Bar; readonly x: number; readonly width: number }
  | {
      readonly heap: readonly Bar[]
      readonly shares: Readonly<Record<BarKind, number>>
      readonly failed: number
      readonly x: number
      readonly width: number
    }

export function pixelOf({ from, to, pixels }: TimeScale, at: number): number {
  return ((at - from) / Math.max(1e-6, to - from)) * pixels
}

/** What is drawn of a row: never more than pixels allow, and never less than there is. */
export function drawnIn(row: readonly Bar[], scale: TimeScale): Drawn[] {
  const wide: Drawn[] = []
  const narrow = new Map<number, Bar[]>()
  for (const bar of inSight(row, scale)) {
    const x = pixelOf(scale, bar.from)
    const width = pixelOf(scale, bar.to ?? scale.end) - x
    if (width >= NARROW) wide.push({ bar, x, width })
    else {
      const column = Math.floor(Math.max(0, x) / COLUMN)
      const bars = narrow.get(column)
      if (bars) bars.push(bar)
      else narrow.set(column, [bar])
    }
  }
  return [...wide, ...[...narrow].map(([column, bars]) => heapOf(bars, column * COLUMN, scale))]
}

function heapOf(bars: readonly Bar[], x: number, scale: TimeScale): Drawn {
  const [only] = bars
  if (only && bars.length === 1) return { bar: only, x: Math.max(0, pixelOf(scale, only.from)), width: NARROW }
  const shares = { model: 0, task: 0, check: 0, wait: 0 }
  for (const { kind, from, to } of bars) shares[kind] += (to ?? scale.end) - from
  return { heap: bars, shares, failed: bars.filter(isFailed).length, x, width: COLUMN }
}

export function isFailed({ status }: Bar): boolean {
  return status === "failed"
}

/** How high each kind of a heap is, of 1: together at least a third, so that a little can be seen. */
export function heightsOf({ shares }: { readonly shares: Readonly<Record<BarKind, number>> }, columnMs: number) {
  const sum = BAR_KINDS.reduce((all, kind) => all + shares[kind], 0)
  const whole = Math.min(1, Math.max(1 / 3, sum / Math.max(1e-6, columnMs)))
  return BAR_KINDS.map((kind) => ({ kind, height: sum > 0 ? (shares[kind] / sum) * whole : whole / BAR_KINDS.length }))
}

/** Rows are sorted by beginnings, and bars of a row stand one behind the other; only the last rows of a full lane may overlap. */
function inSight(row: readonly Bar[], { from, to, end }: TimeScale): readonly Bar[] {
  return row.filter((bar) => bar.from <= to && (bar.to ?? end) >= from)
}
