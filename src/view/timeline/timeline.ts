import { parentOf } from "../../protocol/log/key.ts"
import { type ActiveTime, activeAt, activeClock } from "../active-time.ts"
import type { RunView, TaskView } from "../run-view.ts"
import type { AskedView, CallView, CheckRun, Story } from "../story.ts"
import type { Bar, Timeline, TimeMark } from "./bar.ts"
import { folderWaits } from "./folder-waits.ts"
import { LaneBook } from "./lane-book.ts"

type Clock = (moment: number) => number

/** The chart of a run; it knows no present, what goes on has no end. */
export function timelineOf(view: RunView, story: Story): Timeline {
  const clock = activeClock(story.time)
  const book = new LaneBook(view)
  for (const call of story.calls) book.add(call.stage, callBar(call, clock))
  for (const task of view.tasks) if (isShown(task)) book.add(parentOf(task.key), taskBar(task, clock, view))
  for (const check of story.checks) book.add(check.stage, checkBar(check, clock))
  for (const asked of story.asked) book.add(parentOf(asked.id), askedBar(asked, clock, view))
  for (const wait of folderWaits(view, story, book, clock)) book.add(wait.key, wait)
  return { lanes: book.lanes(), rests: restsOf(story.time), marks: marksOf(story, clock) }
}

/** What was refused or skipped took no time. */
function isShown({ status, ms }: TaskView): boolean {
  return status === "running" || ms > 0
}

function callBar(call: CallView, clock: Clock): Bar {
  const status = call.failure ? "failed" : call.attempt > 1 ? "again" : "done"
  return { key: call.key, kind: "model", status, ...span(call, clock), of: { kind: "model", call } }
}

/** A run that has ended leaves nothing running. */
function taskBar(task: TaskView, clock: Clock, view: RunView): Bar {
  const { key, startedAt, ms } = task
  const isOpen = task.status === "running"
  const status = isOpen && view.outcome ? "stopped" : task.status
  const to = isOpen ? (view.outcome ? view.updatedAt : null) : startedAt + ms
  return { key, kind: "task", status, ...span({ from: startedAt, to }, clock), of: { kind: "task", task } }
}

function checkBar(check: CheckRun, clock: Clock): Bar {
  return { key: check.stage, kind: "check", status: check.status, ...span(check, clock), of: { kind: "check", check } }
}

function askedBar(asked: AskedView, clock: Clock, view: RunView): Bar {
  const to = asked.to ?? (view.outcome ? view.updatedAt : null)
  const open = view.outcome ? "stopped" : "asked"
  const status = asked.to === null ? open : "done"
  return { key: asked.id, kind: "wait", status, ...span({ ...asked, to }, clock), of: { kind: "wait", asked } }
}

function span({ from, to }: { readonly from: number; readonly to: number | null }, clock: Clock) {
  const begin = clock(from)
  return { from: begin, to: to === null ? null : Math.max(begin, clock(to)) }
}

function marksOf({ moments }: Story, clock: Clock): TimeMark[] {
  return moments.map(({ kind, seq, at, place, name, text }) => ({
    at: clock(at),
    moment: at,
    kind,
    seq,
    place,
    name,
    text,
  }))
}

function restsOf(time: ActiveTime): Timeline["rests"] {
  return time.spans.slice(1).flatMap(({ from }, index) => {
    const stopped = time.spans[index]?.to ?? from
    return from > stopped ? [{ at: activeAt(time, stopped), ms: from - stopped }] : []
  })
}
