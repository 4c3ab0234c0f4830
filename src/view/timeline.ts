import { activeAt } from "./active-time.ts"
import { type BarCount, Lanes, type LooseBar } from "./lanes.ts"
import type { Moment } from "./moment.ts"
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
  /** Of a run that has more than any screen could show, those that don't cover each other. */
  readonly bars: readonly Bar[]
  /** How many there are of each kind, and on how many lanes. */
  readonly calls: BarCount
  readonly tasks: BarCount
  /** Where the run rested: active time at which it stopped, and how long it rested. */
  readonly rests: readonly { readonly at: number; readonly ms: number }[]
  readonly marks: readonly { readonly at: number; readonly kind: string; readonly seq: number; readonly text: string }[]
  readonly length: number
}

/** The chart of a run up to `now`. */
export function timelineOf(view: RunView, story: Story, now: number): Timeline {
  return new GrowingTimeline().at(view, story, now)
}

/**
 * The chart of a run that goes on. What is over is laid out once, so that each further chart costs by what is new in it, however long the
 * run is. Where it is given another past than before, it begins anew.
 */
export class GrowingTimeline {
  #calls = new Lanes()
  #tasks = new Lanes()
  #marks: Timeline["marks"][number][] = []

  at(view: RunView, story: Story, now: number): Timeline {
    const place = (moment: number) => activeAt(story.time, moment)
    if (!this.#goesOnIn(view, story)) this.#forget()
    for (const call of story.calls.slice(this.#calls.taken)) this.#calls.add(callBar(call, place))
    for (const moment of story.moments.slice(this.#marks.length)) this.#marks.push(markOf(moment, place))
    const under = this.#takeTasks(view.tasks, place)
    const open = this.#tasks.with(under.flatMap((task) => (hasTime(task) ? [taskBar(task, place, now)] : [])))
    const length = place(Math.max(now, view.updatedAt))
    return {
      bars: [...this.#calls.seenIn(length), ...this.#tasks.seenIn(length), ...open],
      calls: this.#calls.countWith([]),
      tasks: this.#tasks.countWith(open),
      rests: restsOf(story, now),
      marks: [...this.#marks],
      length,
    }
  }

  /** Those that are over, up to the first that is not; returns the others. */
  #takeTasks(tasks: readonly TaskView[], place: TimeScale): readonly TaskView[] {
    const fresh = tasks.slice(this.#tasks.taken)
    const running = fresh.findIndex(({ status }) => status === "running")
    const over = running === -1 ? fresh : fresh.slice(0, running)
    for (const task of over) {
      if (hasTime(task)) this.#tasks.add(taskBar(task, place, 0))
      else this.#tasks.pass(task.key)
    }
    return fresh.slice(over.length)
  }

  #goesOnIn({ tasks }: RunView, { calls, moments }: Story): boolean {
    const isKnown = (lanes: Lanes, items: readonly { readonly key: string }[]) =>
      lanes.taken === 0 || items[lanes.taken - 1]?.key === lanes.last
    const mark = this.#marks.at(-1)
    const isMarked = mark === undefined || moments[this.#marks.length - 1]?.seq === mark.seq
    return isMarked && isKnown(this.#calls, calls) && isKnown(this.#tasks, tasks)
  }

  #forget(): void {
    this.#calls = new Lanes()
    this.#tasks = new Lanes()
    this.#marks = []
  }
}

function hasTime({ status, ms }: TaskView): boolean {
  return status === "running" || ms > 0
}

function markOf({ kind, seq, at, name, text }: Moment, place: TimeScale): Timeline["marks"][number] {
  return { at: place(at), kind, seq, text: [name, text].filter(Boolean).join(": ") }
}

type TimeScale = (moment: number) => number

function callBar(call: CallView, place: TimeScale): LooseBar {
  const { key, control, from, to } = call
  return { key, kind: "model", label: control, status: "done", from: place(from), to: place(to) }
}

function taskBar(task: TaskView, place: TimeScale, now: number): LooseBar {
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

function restsOf({ time }: Story, now: number): Timeline["rests"] {
  return time.spans.slice(1).map(({ from }, index) => {
    const stopped = time.spans[index]?.to ?? now
    return { at: activeAt(time, stopped), ms: from - stopped }
  })
}
