import { describe, expect, it } from "vitest"
import { longRun } from "../../test/console/logs/long-run.ts"
import type { DurableEvent, LoggedEvent } from "../protocol/event.ts"
import { EMPTY_PICTURE, pictureAfter } from "./picture.ts"
import { viewOf } from "./run-view.ts"
import { storyOf } from "./story.ts"
import { GrowingTimeline, timelineOf } from "./timeline.ts"

const at = (time: number, event: object): LoggedEvent => ({
  seq: time,
  key: `k${time}`,
  at: time,
  event: event as DurableEvent,
})
const begun = (time: number, id: number) =>
  at(time, { type: "task.started", task: `turn-1/task-${id}`, id, tool: "ring", title: `bell ${id}` })
const over = (time: number, id: number, ms: number, status = "done") =>
  at(time, { type: "task.ended", task: `turn-1/task-${id}`, id, tool: "ring", status, ms, digest: "", changes: [] })

describe("the timeline", () => {
  it("puts tasks that run side by side on lanes of their own, and uses a lane again", () => {
    const events = [
      at(1000, { type: "run.started", environment: null }),
      begun(1100, 1),
      begun(1101, 2),
      over(1200, 1, 100),
      over(1400, 2, 299, "failed"),
      begun(1401, 3),
    ]
    const { bars, length } = timelineOf(viewOf(events), storyOf(events), 1500)
    expect(bars.map(({ label, status, from, to, lane }) => [label, status, from, to, lane])).toEqual([
      ["ring bell 1", "done", 100, 200, 0],
      ["ring bell 2", "failed", 101, 400, 1],
      ["ring bell 3", "running", 401, 500, 0],
    ])
    expect(length).toBe(500)
  })

  it("gives waiting no room, but says how long it was", () => {
    const events = [
      at(0, { type: "run.started", environment: null }),
      at(100, { type: "state.changed", state: "WAITING" }),
      at(60_100, { type: "state.changed", state: "EXECUTING" }),
      begun(60_200, 1),
    ]
    const { bars, rests, length } = timelineOf(viewOf(events), storyOf(events), 60_300)
    expect(rests).toEqual([{ at: 100, ms: 60_000 }])
    expect(bars.map(({ from, to }) => [from, to])).toEqual([[200, 300]])
    expect(length).toBe(300)
  })
})

it("grows with its run, and begins anew with another past", () => {
  const { events } = longRun(400)
  const growing = new GrowingTimeline()
  for (const place of [...events.keys(), 120, events.length]) {
    const { view, story } = pictureAfter(EMPTY_PICTURE, events.slice(0, place))
    expect(growing.at(view, story, view.updatedAt + 7)).toEqual(timelineOf(view, story, view.updatedAt + 7))
  }
})

it("tells of a run that has more bars than any screen those that can be told apart, and counts them all", () => {
  const { events } = longRun(100_000)
  const { view, story } = pictureAfter(EMPTY_PICTURE, events)
  const { bars, calls, tasks } = timelineOf(view, story, view.updatedAt)
  expect([calls.count, tasks.count]).toEqual([story.calls.length, view.tasks.length])
  expect(tasks.count).toBeGreaterThan(20_000)
  expect(bars.filter(({ kind }) => kind === "model").length).toBeLessThan(5000)
  expect(bars.length).toBeLessThan(20_000)
})
