import type { LoggedEvent } from "../protocol/log/event.ts"
import { isEnd } from "../protocol/log/outcome.ts"

/** When a run was at work. Waiting for people and downtime lie between the spans; only the last one may be open. */
export type ActiveTime = {
  readonly spans: readonly { readonly from: number; readonly to: number | null }[]
  readonly lastAt: number
}

export const NO_TIME: ActiveTime = { spans: [], lastAt: 0 }

/** Adds one fact; a crash has no event of its own, so a resumed run closes the span at the last thing it said. */
export function foldActiveTime(time: ActiveTime, { event, at }: LoggedEvent): ActiveTime {
  const next = { ...time, lastAt: at }
  switch (event.type) {
    case "run.started":
      return { spans: opened(time.spans, at), lastAt: at }
    case "run.resumed":
      return { spans: opened(closed(time.spans, time.lastAt), at), lastAt: at }
    case "state.changed":
      return { spans: isResting(event.state) ? closed(time.spans, at) : opened(time.spans, at), lastAt: at }
    default:
      return next
  }
}

/** Milliseconds of work up to a moment. */
export function activeAt({ spans }: ActiveTime, moment: number): number {
  return spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to ?? moment, moment) - from), 0)
}

/** The same for those who ask often: the spans are added up once. */
export function activeClock({ spans }: ActiveTime): (moment: number) => number {
  const before = sumsOf(spans)
  return (moment) => {
    const at = lastBefore(spans.length, (index) => (spans[index]?.from ?? 0) <= moment)
    const span = spans[at]
    return span ? (before[at] ?? 0) + Math.min(span.to ?? moment, moment) - span.from : 0
  }
}

/** The first moment at which so much work was done. */
export function momentAt({ spans }: ActiveTime, active: number): number {
  const before = sumsOf(spans)
  const at = Math.max(
    0,
    lastBefore(spans.length, (index) => (before[index] ?? 0) < active),
  )
  const span = spans[at]
  if (!span) return 0
  return Math.min(span.from + active - (before[at] ?? 0), span.to ?? Number.POSITIVE_INFINITY)
}

/** The work before each span. */
function sumsOf(spans: ActiveTime["spans"]): number[] {
  let sum = 0
  return spans.map(({ from, to }) => {
    const before = sum
    sum += (to ?? from) - from
    return before
  })
}

/** The last place for which it holds, where it holds up to some place and not from there on; -1 where it never does. */
function lastBefore(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** True while the run is at work. */
export function isActive({ spans }: ActiveTime): boolean {
  return spans.at(-1)?.to === null
}

function isResting(state: Parameters<typeof isEnd>[0]): boolean {
  return state === "WAITING" || isEnd(state)
}

function opened(spans: ActiveTime["spans"], at: number): ActiveTime["spans"] {
  return spans.at(-1)?.to === null ? spans : [...spans, { from: at, to: null }]
}

function closed(spans: ActiveTime["spans"], at: number): ActiveTime["spans"] {
  const last = spans.at(-1)
  return last?.to === null ? [...spans.slice(0, -1), { from: last.from, to: at }] : spans
}
