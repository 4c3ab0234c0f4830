import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SEED, timesTried } from "../../../test/sample.ts"
import type { DurableEvent, LoggedEvent } from "../../protocol/log/event.ts"
import { isWithin } from "../../protocol/log/key.ts"
import { activeAt, activeClock, momentAt } from "../active-time.ts"
import { inGroups, spendOfRounds, sumOf } from "../round-spend.ts"
import { viewOf } from "../run-view.ts"
import { storyOf } from "../story.ts"
import type { Bar, Timeline } from "./bar.ts"
import { COLUMN, type Drawn, drawnIn, heightsOf } from "./drawn.ts"
import { MOST_ROWS } from "./rows.ts"
import { timelineOf } from "./timeline.ts"

const at = (time: number, event: object, key = `k${time}`): LoggedEvent => ({
  seq: time,
  key,
  at: time,
  event: event as DurableEvent,
})
const start = (time: number) => at(time, { type: "run.started", environment: null })
const stage = (time: number, id: string, kind: string) =>
  at(time, { type: "stage.started", stage: id, kind, title: id, iterations: 0 })
const begun = (time: number, id: number, place = "turn-1") =>
  at(time, { type: "task.started", task: `${place}/task-${id}`, id, tool: "ring", title: `bell ${id}` })
const over = (time: number, id: number, ms: number, status = "done", place = "turn-1") =>
  at(time, { type: "task.ended", task: `${place}/task-${id}`, id, tool: "ring", status, ms, digest: "", changes: [] })
const called = (time: number, ms: number, place: string, usage = { prompt: 9, completion: 3, cached: 4 }) =>
  at(
    time,
    { type: "model.called", control: "plan", rung: "named", attempt: 1, usage, cost: 0.5, ms, repeated: 0 },
    `${place}/plan/try-1#model.called`,
  )
const checked = (time: number, ms: number, place: string, status = "passed") =>
  at(time, { type: "check.ended", stage: place, name: "test", command: "npm test", status, ms, failing: [] })

const chart = (events: readonly LoggedEvent[]): Timeline => timelineOf(viewOf(events), storyOf(events))
const barsOf = ({ lanes }: Timeline): Bar[] => lanes.flatMap(({ rows }) => rows.flat())

describe("the timeline", () => {
  it("has a lane for each kind of work where a run has no parts, and a row for each thing side by side", () => {
    const { lanes } = chart([
      start(1000),
      begun(1100, 1),
      begun(1101, 2),
      over(1200, 1, 100),
      over(1400, 2, 299, "failed"),
      begun(1401, 3),
      checked(1500, 60, "turn-1"),
    ])
    expect(lanes.map(({ of }) => of)).toEqual(["model", "tasks", "checks"])
    expect(lanes[1]?.rows.map((row) => row.map(({ status, from, to }) => [status, from, to]))).toEqual([
      [
        ["done", 100, 200],
        ["running", 401, null],
      ],
      [["failed", 101, 400]],
    ])
    expect(lanes[2]?.rows[0]?.[0]).toMatchObject({ key: "turn-1", kind: "check", from: 440, to: 500 })
  })

  it("names a lane after each part; plans and summaries of the run itself stand before them", () => {
    const { lanes } = chart([
      start(0),
      called(50, 40, "phases"),
      stage(60, "phase-1", "phase"),
      stage(61, "phase-1/round-1", "round"),
      called(100, 20, "phase-1/round-1"),
      stage(110, "phase-2", "phase"),
    ])
    expect(lanes.map(({ id, rows }) => [id, rows.flat().length])).toEqual([
      ["", 1],
      ["phase-1", 1],
      ["phase-2", 0],
    ])
  })

  it("shows who waits for the folder, and who works in it meanwhile", () => {
    const { lanes } = chart([
      start(0),
      ...[1, 2].flatMap((id) => [stage(1, `phase-${id}`, "phase"), stage(2, `phase-${id}/round-1`, "round")]),
      called(100, 90, "phase-1/round-1"),
      called(110, 90, "phase-2/round-1"),
      begun(120, 1, "phase-1/round-1"),
      over(900, 1, 780, "done", "phase-1/round-1"),
      begun(910, 1, "phase-2/round-1"),
    ])
    const waits = lanes.flatMap(({ id, rows }) =>
      rows.flat().flatMap((bar) => (bar.kind === "wait" ? [[id, bar]] : [])),
    )
    expect(waits).toMatchObject([
      ["phase-2", { from: 110, to: 910, of: { holder: "phase-1" }, key: "phase-2/round-1" }],
    ])
  })

  it("gives rest no room, says how long it was, and what was asked", () => {
    const asked = { type: "clarification.asked", question: "turn-1/clarification-1", questions: ["Which?"] }
    const events = [
      start(0),
      at(90, asked),
      at(100, { type: "state.changed", state: "WAITING" }),
      at(60_000, { type: "clarification.answered", question: "turn-1/clarification-1", answer: "That." }),
      at(60_100, { type: "state.changed", state: "EXECUTING" }),
      begun(60_200, 1),
    ]
    const { rests, lanes } = chart(events)
    expect(rests).toEqual([{ at: 100, ms: 60_000 }])
    expect(lanes.find(({ of }) => of === "waits")?.rows).toMatchObject([[{ from: 90, to: 100, status: "done" }]])
    expect(lanes.find(({ of }) => of === "tasks")?.rows).toMatchObject([[{ from: 200, to: null }]])
  })
})

type Happening = {
  readonly part: number
  readonly round: number
  readonly gap: number
  readonly ms: number
  readonly kind: "call" | "task" | "check" | "rest" | "ask"
  readonly failed: boolean
}

/** Any run: parts side by side, rounds in them, and what happens there. */
const anyRun = fc
  .array(
    fc.record<Happening>({
      part: fc.integer({ min: 0, max: 4 }),
      round: fc.integer({ min: 1, max: 3 }),
      gap: fc.integer({ min: 0, max: 400 }),
      ms: fc.integer({ min: 0, max: 3000 }),
      kind: fc.constantFrom("call", "task", "check", "rest", "ask"),
      failed: fc.boolean(),
    }),
    { maxLength: 120 },
  )
  .map((happenings) => {
    const events = [start(0)]
    let now = 10
    for (const [index, happening] of happenings.entries()) {
      now += happening.gap
      events.push(...opened(now, happening, events), ...told(now, index, happening))
      if (happening.kind === "rest") now += happening.ms
    }
    return events.sort((a, b) => a.at - b.at)
  })

function placeOf({ part, round }: Happening): string {
  return part === 0 ? "" : `phase-${part}/round-${round}`
}

function opened(now: number, happening: Happening, before: readonly LoggedEvent[]): LoggedEvent[] {
  const place = placeOf(happening)
  if (place === "") return []
  const known = new Set(before.flatMap(({ event }) => (event.type === "stage.started" ? [event.stage] : [])))
  const [part, round] = [stage(now, `phase-${happening.part}`, "phase"), stage(now, place, "round")]
  return [...(known.has(`phase-${happening.part}`) ? [] : [part]), ...(known.has(place) ? [] : [round])]
}

function told(now: number, index: number, happening: Happening): LoggedEvent[] {
  const { kind, ms, failed } = happening
  const place = placeOf(happening)
  switch (kind) {
    case "call":
      return [called(now, ms, place === "" ? "analysis" : place)]
    case "check":
      return place === "" ? [] : [checked(now, ms, place, failed ? "failed" : "passed")]
    case "task":
      if (place === "") return []
      return [begun(now, index, place), ...(failed ? [] : [over(now + ms, index, ms, "done", place)])]
    case "ask":
      return [at(now, { type: "approval.asked", question: `q/${index}`, tool: "t", summary: "s" })]
    case "rest":
      return [
        at(now, { type: "state.changed", state: "WAITING" }),
        at(now + ms, { type: "state.changed", state: "EXECUTING" }),
      ]
  }
}

const promise = <Value>(values: fc.Arbitrary<Value>, holds: (value: Value) => void) =>
  fc.assert(fc.property(values, holds), { seed: SEED, numRuns: timesTried({ sample: 200, whole: 3000 }) })

describe("of any run", () => {
  it("every call, task, check and question is one bar, in the lane of its part, between start and end", () => {
    promise(anyRun, (events) => {
      const [view, story] = [viewOf(events), storyOf(events)]
      const timeline = timelineOf(view, story)
      const bars = barsOf(timeline).filter(({ of }) => !("holder" in of))
      const shown = view.tasks.filter(({ status, ms }) => status === "running" || ms > 0)
      expect(bars.length).toBe(story.calls.length + shown.length + story.checks.length + story.asked.length)
      const end = activeAt(story.time, view.updatedAt + 10_000)
      for (const bar of bars)
        expect(bar).toSatisfy(({ from, to }: Bar) => from >= 0 && (to ?? from) >= from && (to ?? 0) <= end)
      const strayed = timeline.lanes.flatMap(({ id, of, rows }) =>
        typeof of === "string" ? [] : rows.flat().filter(({ key }) => key !== id && !isWithin(key, id)),
      )
      expect(strayed).toEqual([])
    })
  })

  it("bars of a row stand behind each other, unless a lane is as high as it gets", () => {
    promise(anyRun, (events) => {
      for (const { rows } of chart(events).lanes) {
        expect(rows.length).toBeLessThanOrEqual(MOST_ROWS)
        const isFull = rows.length === MOST_ROWS
        expect(rows.flatMap((row) => row.filter((bar, index) => !mayFollow(row[index - 1], bar, isFull)))).toEqual([])
      }
    })
  })

  it("what is drawn is bounded by pixels, and every bar in sight is drawn once", () => {
    const look = fc.record({
      events: anyRun,
      from: fc.double({ min: 0, max: 0.9, noNaN: true }),
      share: fc.double({ min: 0.001, max: 1, noNaN: true }),
    })
    promise(look, ({ events, from, share }) => {
      const story = storyOf(events)
      const end = activeAt(story.time, viewOf(events).updatedAt) + 1
      const scale = { from: from * end, to: (from + share * (1 - from)) * end, pixels: 300, end }
      for (const row of chart(events).lanes.flatMap(({ rows }) => rows)) {
        const drawn = drawnIn(row, scale)
        const seen = row.filter((bar) => bar.from <= scale.to && (bar.to ?? end) >= scale.from)
        expect(drawn.flatMap(barsIn).length).toBe(seen.length)
        const narrow = drawn.filter((each) => "heap" in each || each.width <= 3)
        expect(narrow.length).toBeLessThanOrEqual(scale.pixels / COLUMN + 1)
        for (const each of drawn) {
          expect(each.width).toBeGreaterThanOrEqual(3)
          if ("heap" in each)
            expect(heightsOf(each, 1).reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual(1.0001)
        }
      }
    })
  })

  it("active time goes forth and back, and is the same however it is asked for", () => {
    promise(anyRun, (events) => {
      const { time } = storyOf(events)
      const clock = activeClock(time)
      for (const { at: moment } of events) {
        expect(clock(moment)).toBe(activeAt(time, moment))
        expect(clock(momentAt(time, clock(moment)))).toBe(clock(moment))
        expect(momentAt(time, clock(moment))).toBeLessThanOrEqual(moment)
      }
    })
  })

  it("what rounds took together is what the run took, in groups as well", () => {
    promise(anyRun, (events) => {
      const view = viewOf(events)
      const rounds = spendOfRounds(view, storyOf(events))
      const { calls, fresh, cached, out, cost } = sumOf(rounds)
      expect({ calls, prompt: fresh + cached, cached, out }).toEqual({
        calls: view.usage.calls,
        prompt: view.usage.prompt,
        cached: view.usage.cached,
        out: view.usage.completion,
      })
      expect(cost).toBeCloseTo(view.usage.cost ?? 0)
      const groups = inGroups(rounds, 5)
      expect(groups.length).toBeLessThanOrEqual(5)
      expect(groups.flat()).toEqual(rounds)
    })
  })
})

function barsIn(drawn: Drawn): readonly Bar[] {
  return "heap" in drawn ? drawn.heap : [drawn.bar]
}

function mayFollow(before: Bar | undefined, bar: Bar, isFull: boolean): boolean {
  if (!before) return true
  return bar.from >= before.from && (isFull || (before.to ?? Number.POSITIVE_INFINITY) <= bar.from)
}
