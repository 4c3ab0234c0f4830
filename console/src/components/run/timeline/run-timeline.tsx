import { activeAt, activeClock, momentAt } from "@keelson/view/active-time.ts"
import type { Doing } from "@keelson/view/doing.ts"
import type { TimeMark } from "@keelson/view/timeline/bar.ts"
import { withLive } from "@keelson/view/timeline/live.ts"
import { timelineOf } from "@keelson/view/timeline/timeline.ts"
import { useCallback, useMemo } from "react"
import { eventAt } from "../../../state/past/event-at.ts"
import type { ShownPast } from "../../../state/past/use-past.ts"
import type { Feed, RunFeed } from "../../../state/run-feed.ts"
import { useWords } from "../../../words/use-words.ts"
import { Legend } from "./legend.tsx"
import { positionAt } from "./position-at.ts"
import { Replay } from "./replay.tsx"
import { TimelineChart } from "./timeline-chart.tsx"
import { useZoom } from "./use-zoom.ts"
import { ZoomButtons } from "./zoom-buttons.tsx"

type RunTimelineProps = {
  readonly feed: RunFeed
  readonly state: Feed
  /** After so many events; `null` is the present. */
  readonly position: number | null
  readonly past: ShownPast
  readonly doing: readonly Doing[]
  readonly now: number
  readonly onOpen: (key: string) => void
  readonly onMove: (position: number | null) => void
}

/** The whole run, whatever moment is shown: the cursor says which, and can be moved. */
export function RunTimeline({ feed, state, position, past, doing, now, onOpen, onMove }: RunTimelineProps) {
  const say = useWords()
  const { events, before, now: picture } = state
  const { view, story } = picture
  const end = Math.max(1, activeAt(story.time, position === null ? Math.max(now, view.updatedAt) : view.updatedAt))
  const zoom = useZoom(end)
  const settled = useMemo(() => timelineOf(view, story), [view, story])
  const heard = doing.map((each) => ("since" in each ? `${each.kind} ${each.since}` : each.kind)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done now is told anew with every word of the model; `heard` says if it is something else.
  const timeline = useMemo(() => withLive(settled, view, doing, activeClock(story.time)), [settled, view, story, heard])
  const { startedAt } = view
  const placeOf = useCallback(
    (moment: number) => positionAt(events, moment, before, startedAt),
    [events, before, startedAt],
  )
  const goTo = (moment: number) => {
    const to = placeOf(moment)
    onMove(to >= picture.position ? null : to)
  }
  const marks = useMemo(
    () => [...new Set(timeline.marks.map(({ moment }) => placeOf(moment)))],
    [timeline.marks, placeOf],
  )
  const openMark = ({ place, moment }: TimeMark) => (place === "" ? goTo(moment) : onOpen(place))
  return (
    <section className="run-timeline" aria-label={say("timeline.label")}>
      <TimelineChart
        {...{ timeline, view, end, zoom, onOpen }}
        length={end}
        cursor={past.picture ? activeAt(story.time, past.picture.view.updatedAt) : null}
        onOpenMark={openMark}
        onScrub={(at) => goTo(momentAt(story.time, at))}
      />
      <div className="timeline-foot">
        <Replay
          {...{ position, past, marks, onMove }}
          count={picture.position}
          last={position === null ? undefined : eventAt(feed, state, position - 1)}
        />
        <Legend />
        <ZoomButtons zoom={zoom} />
      </div>
    </section>
  )
}
