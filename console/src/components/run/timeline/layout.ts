import type { Lane, Timeline } from "@keelson/view/timeline/bar.ts"
import { type Drawn, drawnIn, type TimeScale } from "@keelson/view/timeline/drawn.ts"

export const ROW = 13
const ROW_GAP = 1
const LANE_PAD = 4

/** Something that is drawn in a lane, and where. */
export type ChartShape = {
  readonly lane: number
  readonly drawn: Drawn
  readonly x: number
  readonly top: number
  readonly width: number
}

export type LanePlace = { readonly lane: Lane; readonly top: number; readonly height: number }

export type ChartLayout = { readonly lanes: readonly LanePlace[]; readonly height: number }

/** Where the lanes stand, below each other. */
export function layoutOf({ lanes }: Timeline): ChartLayout {
  let top = 0
  const places = lanes.map((lane): LanePlace => {
    const height = Math.max(1, lane.rows.length) * (ROW + ROW_GAP) + LANE_PAD
    const place = { lane, top, height }
    top += height
    return place
  })
  return { lanes: places, height: top }
}

/** What is drawn in them at this scale. */
export function shapesOf({ lanes }: ChartLayout, scale: TimeScale): ChartShape[] {
  return lanes.flatMap(({ lane, top }, index) =>
    lane.rows.flatMap((row, number) =>
      drawnIn(row, scale).map((drawn) => ({
        ...cut(drawn, scale.pixels),
        lane: index,
        drawn,
        top: topOf(top, number),
      })),
    ),
  )
}

function topOf(laneTop: number, row: number): number {
  return laneTop + LANE_PAD / 2 + row * (ROW + ROW_GAP)
}

/** Only what is in sight: a bar may be a thousand times as long. */
function cut({ x, width }: Drawn, pixels: number): Pick<ChartShape, "x" | "width"> {
  const from = Math.max(-2, x)
  return { x: from, width: Math.max(2, Math.min(pixels + 2, x + width) - from) }
}

/** How far beside a shape one may point at it. */
const NEAR = 5

/** What somebody points at: of those in that row the nearest, and of those that cover each other the narrowest. */
export function shapeAt(shapes: readonly ChartShape[], x: number, y: number): ChartShape | undefined {
  let found: ChartShape | undefined
  let nearest = NEAR
  for (const shape of shapes) {
    if (y < shape.top - 1 || y > shape.top + ROW + 1) continue
    const distance = Math.max(shape.x - x, x - shape.x - shape.width, 0)
    const isNarrower = distance === nearest && shape.width < (found?.width ?? 0)
    if (distance < nearest || isNarrower) [found, nearest] = [shape, distance]
  }
  return found
}

const HOUR = 3_600_000
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
]

/** Round times in sight, some hundred pixels apart. */
export function ticksOf({ from, to, pixels }: Pick<TimeScale, "from" | "to" | "pixels">): number[] {
  const most = Math.max(2, Math.min(12, Math.floor(pixels / 90)))
  const length = to - from
  const step = STEPS.find((candidate) => length / candidate <= most) ?? Math.ceil(length / most / HOUR) * HOUR
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
}
