import { activeAt } from "./active-time.ts"
import type { RunView, TaskView } from "./run-view.ts"
import type { CallView, Story } from "./story.ts"

/** A bar of the chart; times are milliseconds of active time, so that waiting takes no room. */
export type Bar = {
  readonly key: string
  readonly kind: "model" | "task"
  readonly label: string
  readonly status: string
  readonly from: number
  readonly to: number
  /** Tasks that run side by side stand on lanes of their own. */
  readonly lane: number
}

export type Timeline = {
  readonly bars: readonly Bar[]
  /** Where the run rested: active time at which it stopped, and how long it rested. */
  readonly rests: readonly { readonly at: number; readonly ms: number }[]
  readonly marks: readonly { readonly at: number; readonly kind: string; readonly seq: number; readonly text: string }[]
  readonly length: number
}

/** The chart of a run up to `now`. */
export function timelineOf(view: RunView, story: Story, now: number): Timeline {
  const place = (moment: number) => activeAt(story.time, moment)
  const tasks = view.tasks.filter((task) => task.status === "running" || task.ms > 0)
  return {
    bars: [
      ...inLanes(story.calls.map((call) => callBar(call, place))),
      ...inLanes(tasks.map((task) => taskBar(task, place, now))),
    ],
    rests: restsOf(story, now),
    marks: story.moments.map(({ kind, seq, at, name, text }) => ({
      at: place(at),
      kind,
      seq,
      text: [name, text].filter(Boolean).join(": "),
    })),
    length: place(Math.max(now, view.updatedAt)),
  }
}

type TimeScale = (moment: number) => number

function callBar(call: CallView, place: TimeScale): Omit<Bar, "lane"> {
  const { key, control, from, to } = call
  return { key, kind: "model", label: control, status: "done", from: place(from), to: place(to) }
}

function taskBar(task: TaskView, place: TimeScale, now: number): Omit<Bar, "lane"> {
  const end = task.status === "running" ? now : task.startedAt + task.ms
  const label = `${task.tool} ${task.title === task.tool ? "" : task.title}`.trim()
  return {
    key: task.key,
    kind: "task",
    label,
    status: task.status,
    from: place(task.startedAt),
    to: place(end),
  }
}

/** Gives each bar the first lane that is free when it begins. */
function inLanes(bars: readonly Omit<Bar, "lane">[]): Bar[] {
  const busyUntil: number[] = []
  return [...bars]
    .sort((a, b) => a.from - b.from)
    .map((bar) => {
      const free = busyUntil.findIndex((until) => until <= bar.from)
      const lane = free === -1 ? busyUntil.length : free
      busyUntil[lane] = bar.to
      return { ...bar, lane }
    })
}

function restsOf({ time }: Story, now: number): Timeline["rests"] {
  return time.spans.slice(1).map(({ from }, index) => {
    const stopped = time.spans[index]?.to ?? now
    return { at: activeAt(time, stopped), ms: from - stopped }
  })
}
