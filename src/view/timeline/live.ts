import type { Doing } from "../doing.ts"
import type { RunView } from "../run-view.ts"
import type { Bar, Lane, Timeline } from "./bar.ts"

/** Adds the call and the checks that are under way and have left no fact yet; `clock` tells active time. */
export function withLive(
  timeline: Timeline,
  { stages }: RunView,
  doing: readonly Doing[],
  clock: (moment: number) => number,
): Timeline {
  const running = stages.filter(({ status }) => status === "running")
  const parts = running.filter(({ isRepeated }) => !isRepeated)
  // With several parts at work nobody said whose call it is.
  const lane = parts.length === 1 ? parts[0]?.id : undefined
  const bars = doing.flatMap((each) => liveBar(each, running.at(-1)?.id ?? "", clock))
  return bars.reduce((grown, bar) => withBar(grown, bar, lane), timeline)
}

function liveBar(doing: Doing, key: string, clock: (moment: number) => number): Bar[] {
  const bar = (kind: "model" | "check", since: number, heard: string): Bar[] => [
    { key, kind, status: "running", from: clock(since), to: null, of: { kind, heard } },
  ]
  if (doing.kind === "model") return bar("model", doing.since, doing.retry)
  return doing.kind === "check" ? bar("check", doing.since, doing.name) : []
}

function withBar(timeline: Timeline, bar: Bar, part: string | undefined): Timeline {
  const wanted = part ?? timeline.lanes.find(({ of }) => of === "run" || of === laneOfKind(bar))?.id
  return {
    ...timeline,
    lanes: timeline.lanes.map((lane) => (lane.id === wanted ? { ...lane, rows: withLast(lane.rows, bar) } : lane)),
  }
}

function laneOfKind({ kind }: Bar): Lane["of"] {
  return kind === "model" ? "model" : "tasks"
}

/** It begins after whatever is there, in a row that is free by then. */
function withLast(rows: Lane["rows"], bar: Bar): Lane["rows"] {
  const free = rows.findIndex((row) => (row.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= bar.from)
  if (free === -1) return [...rows, [bar]]
  return rows.map((row, index) => (index === free ? [...row, bar] : row))
}
