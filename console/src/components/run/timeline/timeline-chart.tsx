import { duration } from "@keelson/text/units.ts"
import type { BarCount } from "@keelson/view/lanes.ts"
import type { Bar, Timeline } from "@keelson/view/timeline.ts"
import { useLayoutEffect, useRef, useState } from "react"
import { useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { momentShape } from "../stage/moment-row.tsx"
import "./timeline-chart.css"

type TimelineChartProps = {
  readonly timeline: Timeline
  /** The length of the scale; a comparison gives both charts the same. */
  readonly scale?: number
  readonly onSelect?: (key: string) => void
  /** Where replay stands, in milliseconds of active time. */
  readonly cursor?: number | null
}

const LANE = 11
const GAP = 3
const MAX_LANES = 6
const LABEL = 58
/** Pixels of a bar that takes no time. */
const NARROWEST = 2

/** Model calls and tasks against active time; waiting is a dashed line, whatever its length. */
export function TimelineChart({ timeline, scale, onSelect, cursor = null }: TimelineChartProps) {
  const say = useWords()
  const ref = useRef<HTMLDivElement>(null)
  const width = useWidth(ref)
  const length = Math.max(1, scale ?? timeline.length)
  const inner = Math.max(60, width - LABEL - 12)
  const x = (ms: number) => LABEL + (ms / length) * inner
  const modelLanes = lanesOf(timeline.calls)
  const taskLanes = lanesOf(timeline.tasks)
  const taskTop = modelLanes * (LANE + GAP) + 8
  const marksTop = taskTop + taskLanes * (LANE + GAP) + 4
  const height = marksTop + 18 + 16
  const top = (kind: string, lane: number) =>
    (kind === "model" ? 0 : taskTop) + Math.min(lane, MAX_LANES - 1) * (LANE + GAP) + 2
  return (
    <div className="chart" ref={ref}>
      <svg width={width} height={height} role="img" aria-label={say("timeline.text", textOf(timeline))}>
        <text className="lane-name" x="0" y={11}>
          {say("timeline.model")}
        </text>
        <text className="lane-name" x="0" y={taskTop + 11}>
          {say("timeline.tasks")}
        </text>
        {ticksOf(length, inner).map((tick) => (
          <g key={tick} className="tick">
            <line x1={x(tick)} x2={x(tick)} y1={0} y2={height - 16} />
            <text x={x(tick)} y={height - 4} textAnchor={x(tick) > width - 40 ? "end" : "middle"}>
              {duration(tick)}
            </text>
          </g>
        ))}
        {timeline.rests.map(({ at, ms }) => (
          <line key={`${at}-${ms}`} className="rest" x1={x(at)} x2={x(at)} y1={0} y2={height - 16}>
            <title>{say("timeline.rest", { time: duration(ms) })}</title>
          </line>
        ))}
        {drawn(timeline.bars, x).map(({ key, kind, label, status, from, to, lane }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the keyboard has the graph and j, k.
          <rect
            key={`${kind} ${key}`}
            className={`bar ${kind} ${status}`}
            x={x(from)}
            y={top(kind, lane)}
            width={Math.max(NARROWEST, x(to) - x(from))}
            height={LANE}
            rx="2"
            onClick={() => onSelect?.(key)}
          >
            <title>{`${label} · ${duration(to - from)}`}</title>
          </rect>
        ))}
        {apart(timeline.marks, x).map(({ at, kind, seq, text }) => (
          <g key={seq} className={`moment-mark ${kind}`} transform={`translate(${x(at) - 6} ${marksTop})`}>
            <title>{text}</title>
            <Icon shape={momentShape(kind)} size={12} />
          </g>
        ))}
        {cursor !== null && <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height - 16} />}
      </svg>
    </div>
  )
}

/** What would fall onto the same pixel is drawn once: a long run has thousands of bars, a screen has not. */
function drawn(bars: readonly Bar[], x: (ms: number) => number): Bar[] {
  const ends = new Map<string, number>()
  return bars.filter(({ kind, lane, from, to, status }) => {
    const row = `${kind} ${Math.min(lane, MAX_LANES - 1)} ${status}`
    const end = Math.max(x(to), x(from) + NARROWEST)
    if (end < (ends.get(row) ?? 0) + NARROWEST) return false
    ends.set(row, end)
    return true
  })
}

/** Marks of a kind that would cover each other. */
function apart(marks: Timeline["marks"], x: (ms: number) => number): Timeline["marks"] {
  const last = new Map<string, number>()
  return marks.filter(({ kind, at }) => {
    const before = last.get(kind)
    if (before !== undefined && x(at) - before < 7) return false
    last.set(kind, x(at))
    return true
  })
}

function lanesOf({ lanes }: BarCount): number {
  return Math.min(MAX_LANES, Math.max(1, lanes))
}

const HOUR = 3_600_000

/** Round times, four to eight of them. */
function ticksOf(length: number, width: number): number[] {
  const most = Math.max(2, Math.min(8, Math.floor(width / 64)))
  const steps = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000]
  const step = steps.find((candidate) => length / candidate <= most) ?? Math.ceil(length / most / HOUR) * HOUR
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
}

function textOf({ calls, tasks, marks, length }: Timeline) {
  return { calls: calls.count, tasks: tasks.count, marks: marks.length, time: duration(length) }
}

function useWidth(ref: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(800)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [ref])
  return width
}
