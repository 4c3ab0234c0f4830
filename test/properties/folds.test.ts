import fc from "fast-check"
import { expect, test } from "vitest"
import type { DurableEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import { Tally } from "../../src/run/core/tally.ts"
import { EMPTY_RUN, foldRun, viewOf } from "../../src/view/run-view.ts"
import { EMPTY_STORY, foldStory, storyOf } from "../../src/view/story.ts"
import { SEED, timesTried } from "../sample.ts"

/* A long log is folded in place, a live one by copies: the pictures are the same, and what was looked at once does not change. */

const RUNS = timesTried({ sample: 100, whole: 1000 })

/** Few names, so that things begin again, end twice and end without having begun. */
const place = fc.constantFrom("turn-1", "turn-2", "phase-1/round-1", "phase-1/round-2")
const task = place.chain((stage) => fc.integer({ min: 1, max: 3 }).map((id) => ({ task: `${stage}/task-${id}`, id })))

const of = <From>(from: fc.Arbitrary<From>, make: (from: From) => DurableEvent) => from.map(make)

const event = fc.oneof(
  of(place, (stage) => ({ type: "stage.started", stage, kind: "turn", title: stage, iterations: 1 })),
  of(place, (stage) => ({ type: "stage.ended", stage, status: "done", summary: "" })),
  of(task, (at) => ({ type: "task.started", ...at, tool: "note", title: "Note" })),
  of(task, (at) => ({ type: "task.ended", ...at, tool: "note", status: "done", ms: 1, digest: "", changes: [] })),
  of(place, (stage) => ({ type: "plan.made", stage, tasks: [], reasoning: stage })),
  of(place, (stage) => ({ type: "note.made", stage, kind: "finding", title: stage, data: {} })),
  of(place, (stage) => ({ type: "context.measured", stage, tokens: 1, limit: 2 })),
)

const log = fc
  .array(event, { maxLength: 60 })
  .map((events): LoggedEvent[] =>
    events.map((each, index) => ({ seq: index + 1, key: `k-${index}`, at: index, event: each })),
  )

test("a log that is folded at once looks like one that was followed", () => {
  fc.assert(
    fc.property(log, (events) => {
      expect(viewOf(events)).toEqual(events.reduce((view, each) => foldRun(view, each), EMPTY_RUN))
      expect(storyOf(events)).toEqual(events.reduce((story, each) => foldStory(story, each), EMPTY_STORY))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test("what was looked at once stays as it was", () => {
  fc.assert(
    fc.property(log, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (events, looks) => {
      const tally = new Tally()
      const seen: { readonly view: Tally["view"]; readonly text: string }[] = []
      for (const [index, { event: each, ...rest }] of events.entries()) {
        tally.add({ ...rest, lease: 1, record: { kind: "event", event: each } })
        if (looks[index]) seen.push({ view: tally.view, text: JSON.stringify(tally.view) })
      }
      for (const { view, text } of seen) expect(JSON.stringify(view)).toBe(text)
      expect(tally.view).toEqual(viewOf(events))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
