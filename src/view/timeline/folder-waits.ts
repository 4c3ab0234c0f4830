import { parentOf } from "../../protocol/log/key.ts"
import type { RunView } from "../run-view.ts"
import type { Story } from "../story.ts"
import type { Bar } from "./bar.ts"
import type { LaneBook } from "./lane-book.ts"

/** What is shorter is the engine's own time, not a wait. */
const WORTH_SAYING = 100

type Gap = { readonly stage: string; readonly from: number; readonly to: number }

/** Stages that had their plan and could not begin, since another lane worked in the folder; `place` tells active time. */
export function folderWaits(view: RunView, story: Story, book: LaneBook, place: (moment: number) => number): Bar[] {
  if (!book.hasParts) return []
  return gapsOf(view, story).flatMap(({ stage, from, to }) => {
    const gap = { from: place(from), to: place(to) }
    const holder = holderOf(view, book, stage, { stage, from, to }, gap)
    if (holder === undefined || gap.to - gap.from < WORTH_SAYING) return []
    return [{ key: stage, kind: "wait", status: "done", ...gap, of: { kind: "wait", holder } } satisfies Bar]
  })
}

/** From the last reply that planned a stage to the first thing that it did. */
function gapsOf(view: RunView, story: Story): Gap[] {
  const begins = new Map<string, number>()
  const earlier = (stage: string, at: number) => begins.set(stage, Math.min(begins.get(stage) ?? at, at))
  for (const { key, startedAt } of view.tasks) earlier(parentOf(key), startedAt)
  for (const { stage, when, at } of story.checkpoints) if (when === "before" && begins.has(stage)) earlier(stage, at)
  const planned = new Map<string, number>()
  for (const { stage, to } of story.calls) if (to <= (begins.get(stage) ?? 0)) planned.set(stage, to)
  return [...planned].flatMap(([stage, from]) => {
    const to = begins.get(stage) ?? from
    const isAsked = story.asked.some((asked) => asked.from < to && (asked.to ?? to) > from)
    return to - from < WORTH_SAYING || isAsked ? [] : [{ stage, from, to }]
  })
}

/** Another part that had a task or a check under way meanwhile. */
function holderOf(
  view: RunView,
  book: LaneBook,
  stage: string,
  gap: Gap,
  active: { readonly from: number; readonly to: number },
): string | undefined {
  const own = book.partOf(stage)
  const others = view.stages.filter(
    ({ id, isRepeated, startedAt, endedAt }) =>
      !isRepeated && id !== own && startedAt < gap.to && (endedAt ?? gap.to) > gap.from,
  )
  return others.find(({ id }) => book.barsIn(id).some((bar) => isWork(bar) && overlaps(bar, active)))?.id
}

function isWork({ kind }: Bar): boolean {
  return kind === "task" || kind === "check"
}

function overlaps(bar: Bar, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return bar.from < to && (bar.to ?? to) > from
}
