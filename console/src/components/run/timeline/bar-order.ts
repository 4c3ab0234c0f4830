import type { Bar, Timeline } from "@keelson/view/timeline/bar.ts"

/** A bar and the lane that it stands in. */
export type PlacedBar = { readonly bar: Bar; readonly lane: number }

/** All bars by their beginnings: the way of the arrow keys. */
export function inTime({ lanes }: Timeline): readonly PlacedBar[] {
  return lanes
    .flatMap(({ rows }, lane) => rows.flatMap((row) => row.map((bar) => ({ bar, lane }))))
    .sort((a, b) => a.bar.from - b.bar.from || a.lane - b.lane)
}

/** The bar of the next lane up or down that has one, nearest in time. */
export function acrossFrom(bars: readonly PlacedBar[], { bar, lane }: PlacedBar, by: 1 | -1): PlacedBar | undefined {
  const beyond = bars.filter((each) => (each.lane - lane) * by > 0)
  const next = beyond.reduce(
    (best, each) => (by > 0 ? Math.min(best, each.lane) : Math.max(best, each.lane)),
    by > 0 ? Number.POSITIVE_INFINITY : -1,
  )
  const away = ({ bar: { from } }: PlacedBar) => Math.abs(from - bar.from)
  return beyond
    .filter((each) => each.lane === next)
    .reduce<PlacedBar | undefined>((best, each) => (best && away(best) <= away(each) ? best : each), undefined)
}
