import { duration } from "@keelson/text/words/units.ts"
import { pixelOf, type TimeScale } from "@keelson/view/timeline/drawn.ts"
import { type PointerEvent, useRef } from "react"
import { useWords } from "../../../words/use-words.ts"
import { ticksOf } from "./layout.ts"

type ChartAxisProps = {
  readonly scale: TimeScale
  readonly cursor: number | null
  /** Moves replay to a time. */
  readonly onScrub: ((at: number) => void) | undefined
}

/** The times below the lanes. A press or a stroke here moves replay; the slider below does the same by keyboard. */
export function ChartAxis({ scale, cursor, onScrub }: ChartAxisProps) {
  const say = useWords()
  const isDown = useRef(false)
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left) / scale.pixels
    onScrub?.(scale.from + Math.min(1, Math.max(0, share)) * (scale.to - scale.from))
  }
  return (
    <div
      className={`chart-axis${onScrub ? " scrub" : ""}`}
      title={onScrub && say("timeline.scrub")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        isDown.current = true
        scrub(event)
      }}
      onPointerMove={(event) => isDown.current && scrub(event)}
      onPointerUp={() => {
        isDown.current = false
      }}
    >
      <svg width={scale.pixels} height="18" aria-hidden="true">
        {ticksOf(scale).map((tick) => {
          const x = pixelOf(scale, tick)
          const anchor = x > scale.pixels - 30 ? "end" : x < 20 ? "start" : "middle"
          return (
            <text key={tick} x={x} y={13} textAnchor={anchor}>
              {duration(tick)}
            </text>
          )
        })}
        {cursor !== null && <path className="cursor-head" d={`M${pixelOf(scale, cursor)} 0l6 7v9h-12v-9Z`} />}
      </svg>
    </div>
  )
}
