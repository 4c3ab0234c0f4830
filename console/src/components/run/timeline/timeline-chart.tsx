import { duration } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Bar, Timeline, TimeMark } from "@keelson/view/timeline/bar.ts"
import { BAR_KINDS } from "@keelson/view/timeline/bar.ts"
import { isFailed } from "@keelson/view/timeline/drawn.ts"
import { type CSSProperties, useMemo, useRef, useState } from "react"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { barWords, type CardWords, laneName } from "./bar-words.ts"
import { Card } from "./card.tsx"
import { ChartAxis } from "./chart-axis.tsx"
import { ChartField } from "./chart-field.tsx"
import { ChartMarks } from "./chart-marks.tsx"
import { LaneNames } from "./lane-names.tsx"
import { type ChartShape, layoutOf, shapeAt, shapesOf } from "./layout.ts"
import { Overview } from "./overview.tsx"
import { useBarKeys } from "./use-bar-keys.ts"
import { type FieldPlace, useGestures } from "./use-gestures.ts"
import { useWidth } from "./use-width.ts"
import type { Zoom } from "./use-zoom.ts"
import "./timeline-chart.css"

type TimelineChartProps = {
  readonly timeline: Timeline
  readonly view: RunView
  /** The active time up to now. */
  readonly end: number
  /** The length of the scale; a comparison gives all charts the same. */
  readonly length: number
  readonly zoom: Zoom
  /** Where replay stands, in milliseconds of active time. */
  readonly cursor?: number | null
  /** Opens what a key names. */
  readonly onOpen?: (key: string) => void
  readonly onOpenMark?: (mark: TimeMark) => void
  readonly onScrub?: (at: number) => void
}

/** What is shown on a card, and where. */
type Pointed = {
  readonly words: CardWords
  readonly x: number
  readonly y: number
  readonly shape?: ChartShape
  readonly isTouch?: boolean
}

/** Lanes of bars against active time; rest is a dashed line, whatever its length. */
export function TimelineChart(props: TimelineChartProps) {
  const { timeline, view, end, length, zoom, cursor = null, onOpen, onOpenMark, onScrub } = props
  const say = useWords()
  const language = useLanguage()
  const field = useRef<HTMLDivElement>(null)
  const width = useWidth(field)
  const scale = useMemo(() => ({ ...zoom.shown, pixels: width, end }), [zoom.shown, width, end])
  const layout = useMemo(() => layoutOf(timeline), [timeline])
  const shapes = useMemo(() => shapesOf(layout, scale), [layout, scale])
  const [pointed, setPointed] = useState<Pointed | null>(null)

  const openShape = ({ drawn }: ChartShape) => {
    setPointed(null)
    if ("bar" in drawn) return onOpen?.(drawn.bar.key)
    const [first] = drawn.heap
    const to = Math.max(...drawn.heap.map((bar) => bar.to ?? end))
    if (first && zoom.shown.to - zoom.shown.from > 4 * MIN) zoom.show(roomAround(first.from, to))
    else if (first) onOpen?.(first.key)
  }
  const point = (place: FieldPlace | null, isTouch = false) => {
    const shape = place ? shapeAt(shapes, place.x, place.y) : undefined
    if (shape === pointed?.shape) return
    setPointed(shape ? { ...cardFor(shape, field.current), words: wordsOf(shape), shape, isTouch } : null)
  }
  const wordsOf = ({ drawn }: ChartShape): CardWords =>
    "bar" in drawn ? barWords(drawn.bar, end, view, say, language) : heapWords(drawn.heap)
  const heapWords = (bars: readonly Bar[]): CardWords => ({
    title: say("timeline.heap", { count: bars.length }),
    status: "",
    rows: BAR_KINDS.map((kind) => [say(`timeline.kind.${kind}`), bars.filter((bar) => bar.kind === kind)] as const)
      .filter(([, found]) => found.length > 0)
      .map(([name, found]) => [name, heapRow(found, end)]),
    text: bars.some(isFailed) ? say("timeline.failed", { count: bars.filter(isFailed).length }) : "",
  })

  const keys = useBarKeys(timeline, zoom, end, ({ bar }) => onOpen?.(bar.key))
  const { brush, handlers } = useGestures({
    field,
    zoom,
    width,
    onPoint: point,
    onPress: (place, isTouch) => {
      const shape = shapeAt(shapes, place.x, place.y)
      if (isTouch) point(place, true)
      else if (shape) openShape(shape)
    },
  })
  const here = keys.current && shapes.find((shape) => holds(shape, keys.current?.bar))
  const shown = pointed ?? (here && { ...cardFor(here, field.current), words: wordsOf(here), shape: here })
  return (
    <div className="chart" style={{ "--drawn": width } as CSSProperties}>
      <ChartMarks
        marks={timeline.marks}
        scale={scale}
        onOpen={onOpenMark}
        onPoint={(words, on) => setPointed(words && on ? { words, x: on.left + on.width / 2, y: on.top } : null)}
      />
      <div className="chart-scroll">
        <LaneNames lanes={layout.lanes} view={view} onOpen={onOpen} />
        <div
          className="chart-field"
          ref={field}
          role="slider"
          tabIndex={0}
          aria-label={say("timeline.text", textOf(timeline, end))}
          aria-description={say("timeline.keys")}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, keys.count - 1)}
          aria-valuenow={keys.index}
          aria-valuetext={
            keys.current
              ? spoken(
                  laneName(laneOf(timeline, keys.current.lane), say, language),
                  barWords(keys.current.bar, end, view, say, language),
                )
              : say("timeline.none")
          }
          {...handlers}
          {...keys.handlers}
        >
          <ChartField
            {...{ timeline, layout, shapes, scale, brush, cursor }}
            current={shown?.shape}
            restWords={(time) => say("timeline.rest", { time })}
          />
        </div>
      </div>
      <ChartAxis scale={scale} cursor={cursor} onScrub={onScrub} />
      <Overview timeline={timeline} zoom={zoom} length={length} width={width} />
      {shown && (
        <Card
          words={shown.words}
          x={shown.x}
          y={shown.y}
          onOpen={pointed?.isTouch && pointed.shape ? () => pointed.shape && openShape(pointed.shape) : undefined}
        />
      )}
    </div>
  )
}

/** A heap that is looked at closer has some room around it. */
const MIN = 20

function roomAround(from: number, to: number) {
  const room = Math.max(MIN, (to - from) * 0.2)
  return { from: from - room, to: to + room }
}

function cardFor(
  { x, top, width }: ChartShape,
  field: HTMLDivElement | null,
): { readonly x: number; readonly y: number } {
  const box = field?.getBoundingClientRect()
  return { x: (box?.left ?? 0) + x + width / 2, y: (box?.top ?? 0) + top }
}

function holds({ drawn }: ChartShape, bar: Bar | undefined): boolean {
  return "bar" in drawn ? drawn.bar === bar : drawn.heap.some((each) => each === bar)
}

function heapRow(bars: readonly Bar[], end: number): string {
  return `${bars.length} · ${duration(bars.reduce((sum, { from, to }) => sum + (to ?? end) - from, 0))}`
}

function laneOf({ lanes }: Timeline, index: number) {
  return lanes[index] ?? ({ of: "run" } as const)
}

function spoken(lane: string, { title, status, rows, text }: CardWords): string {
  return [lane, title, status, ...rows.map(([name, value]) => `${name} ${value}`), text].filter(Boolean).join(", ")
}

function textOf({ lanes, marks }: Timeline, end: number) {
  const bars = lanes.flatMap(({ rows }) => rows.flat())
  return {
    calls: bars.filter(({ kind }) => kind === "model").length,
    tasks: bars.filter(({ kind }) => kind === "task").length,
    marks: marks.length,
    time: duration(end),
  }
}
