import type { Area } from "./paper.ts"
import type { Scale } from "./scale.ts"

/** Where values are on the paper. `above` and `below`: room within the area for what is written beyond the values. */
export type Plot = {
  readonly area: Area
  readonly y: Scale
  readonly x: Scale | undefined
  readonly slots: number
  readonly above: number
  readonly below: number
}

export function yOf({ area, y, above, below }: Plot, value: number): number {
  const [top, bottom] = [area.top + above, area.bottom - below]
  return bottom - ((value - y.low) / (y.high - y.low)) * (bottom - top)
}

export function xOf({ area, x, slots }: Plot, index: number, place?: number | undefined): number {
  if (x && place !== undefined) return area.left + ((place - x.low) / (x.high - x.low)) * (area.right - area.left)
  return area.left + ((index + 0.5) / slots) * (area.right - area.left)
}
