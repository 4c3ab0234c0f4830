import type { LoggedEvent } from "../protocol/event.ts"
import { isEnd } from "../protocol/outcome.ts"

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
