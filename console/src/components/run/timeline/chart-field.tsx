import { duration } from "@keelson/text/words/units.ts"
import type { Timeline } from "@keelson/view/timeline/bar.ts"
import { COLUMN, pixelOf, type TimeScale } from "@keelson/view/timeline/drawn.ts"
import { type ChartLayout, type ChartShape, ROW, ticksOf } from "./layout.ts"
import { Shapes } from "./shapes.tsx"
import type { Stretch } from "./use-zoom.ts"

type ChartFieldProps = {
  readonly timeline: Timeline
  readonly layout: ChartLayout
  readonly shapes: readonly ChartShape[]
  readonly scale: TimeScale
  /** What somebody is about to zoom into. */
  readonly brush: Stretch | null
  /** Where replay stands. */
  readonly cursor: number | null
  /** What is pointed at, or where the keys are. */
  readonly current: ChartShape | undefined
  readonly restWords: (time: string) => string
}

/** The lanes themselves: lines of time, rests, bars, the cursor. */
export function ChartField({ timeline, layout, shapes, scale, brush, cursor, current, restWords }: ChartFieldProps) {
  const { height } = layout
  const x = (at: number) => pixelOf(scale, at)
  const columnMs = ((scale.to - scale.from) / Math.max(1, scale.pixels)) * COLUMN
  return (
    <svg width={scale.pixels} height={height} aria-hidden="true">
      {layout.lanes.map(({ lane, top, height: high }, index) => (
        <rect
          key={lane.id}
          className={`lane${index % 2 === 0 ? " even" : ""}`}
          y={top}
          width={scale.pixels}
          height={high}
        />
      ))}
      {ticksOf(scale).map((tick) => (
        <line key={tick} className="tick" x1={x(tick)} x2={x(tick)} y1={0} y2={height} />
      ))}
      {timeline.rests
        .filter(({ at }) => at >= scale.from && at <= scale.to)
        .map(({ at, ms }) => (
          <line key={at} className="rest" x1={x(at)} x2={x(at)} y1={0} y2={height}>
            <title>{restWords(duration(ms))}</title>
          </line>
        ))}
      <Shapes shapes={shapes} columnMs={columnMs} />
      {current && (
        <rect
          className="bar-here"
          x={current.x - 1}
          y={current.top - 1}
          width={current.width + 2}
          height={ROW + 2}
          rx="3"
        />
      )}
      {brush && <rect className="brush" x={x(brush.from)} y={0} width={x(brush.to) - x(brush.from)} height={height} />}
      {cursor !== null && <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height} />}
    </svg>
  )
}
