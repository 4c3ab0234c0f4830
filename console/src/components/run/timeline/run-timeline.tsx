import { activeAt } from "@keelson/view/active-time.ts"
import { GrowingTimeline } from "@keelson/view/timeline.ts"
import { useMemo, useState } from "react"
import { eventAt } from "../../../state/event-at.ts"
import type { Feed, RunFeed } from "../../../state/run-feed.ts"
import type { ShownPast } from "../../../state/use-past.ts"
import { useWords } from "../../../words/use-words.ts"
import { Replay } from "./replay.tsx"
import { TimelineChart } from "./timeline-chart.tsx"

type RunTimelineProps = {
  readonly feed: RunFeed
  readonly state: Feed
  /** After so many events; `null` is the present. */
  readonly position: number | null
  readonly past: ShownPast
  readonly now: number
  readonly onSelect: (stage: string) => void
  readonly onMove: (position: number | null) => void
}

/** The whole run, whatever moment is shown: the cursor says which. */
export function RunTimeline({ feed, state, position, past, now, onSelect, onMove }: RunTimelineProps) {
  const say = useWords()
  const { view, story } = state.now
  const until = position === null ? now : view.updatedAt
  const [growing] = useState(() => new GrowingTimeline())
  const timeline = useMemo(() => growing.at(view, story, until), [growing, view, story, until])
  const cursor = past.picture ? activeAt(story.time, past.picture.view.updatedAt) : null
  return (
    <section className="run-timeline" aria-label={say("timeline.label")}>
      <TimelineChart {...{ timeline, cursor, onSelect }} />
      <Replay
        {...{ position, past, onMove }}
        count={state.now.position}
        last={position === null ? undefined : eventAt(feed, state, position - 1)}
      />
    </section>
  )
}
