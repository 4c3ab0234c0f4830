import type { Timeline } from "@keelson/view/timeline/bar.ts"
import { drawnIn, pixelOf } from "@keelson/view/timeline/drawn.ts"
import { memo, type PointerEvent, useMemo, useRef } from "react"
import type { Stretch, Zoom } from "./use-zoom.ts"

type OverviewProps = {
  readonly timeline: Timeline
  readonly zoom: Zoom
  readonly length: number
  readonly width: number
}

const HEIGHT = 10

/** The whole run in a strip; its window is what is in sight, and can be moved. */
export function Overview({ timeline, zoom, length, width }: OverviewProps) {
  const isDown = useRef(false)
  const scale = { from: 0, to: length, pixels: width, end: length }
  const { from, to } = zoom.shown
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    zoom.move((x / width) * length - (from + to) / 2)
  }
  return (
    <div
      className={`chart-overview${zoom.isWhole ? "" : " zoomed"}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        isDown.current = true
        move(event)
      }}
      onPointerMove={(event) => isDown.current && move(event)}
      onPointerUp={() => {
        isDown.current = false
      }}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <Strip timeline={timeline} length={length} width={width} />
        {!zoom.isWhole && (
          <rect
            className="window"
            x={pixelOf(scale, from)}
            width={Math.max(3, pixelOf(scale, to) - pixelOf(scale, from))}
            y="0.5"
            height={HEIGHT - 1}
            rx="2"
          />
        )}
      </svg>
    </div>
  )
}

/** Where work was, whatever it was. */
const Strip = memo(function Strip({ timeline, length, width }: Pick<OverviewProps, "timeline" | "length" | "width">) {
  const path = useMemo(() => {
    const scale: Stretch & { pixels: number; end: number } = { from: 0, to: length, pixels: width, end: length }
    const drawn = timeline.lanes.flatMap(({ rows }) => rows.flatMap((row) => drawnIn(row, scale)))
    return drawn.map(({ x, width: wide }) => `M${x.toFixed(1)} 5h${wide.toFixed(1)}`).join("")
  }, [timeline, length, width])
  return <path className="strip" d={path} />
})
