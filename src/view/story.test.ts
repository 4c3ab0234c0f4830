import { describe, expect, it } from "vitest"
import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import { EMPTY_STORY, foldStory, storyOf } from "./story.ts"

/** Events one second apart, each with its key. */
function logged(...events: readonly (readonly [key: string, event: DurableEvent])[]): LoggedEvent[] {
  return events.map(([key, event], index) => ({ seq: index + 1, key, at: (index + 1) * 1000, event }))
}

const call = (ms: number): DurableEvent => ({
  type: "model.called",
  control: "judge_tasks",
  rung: "named",
  attempt: 1,
  usage: { prompt: 10, completion: 5, cached: 0 },
  cost: null,
  ms,
  repeated: 0,
})

describe("the story of a run", () => {
  it("has each call in the stage that it was made for, from its beginning to its end", () => {
    const { calls } = storyOf(
      logged(
        ["analysis/try-1#model.called", call(400)],
        ["phase-1/round-2/judge/try-1#model.called", call(300)],
        ["plan-1/step-3/turn-2/reply#model.called", call(200)],
      ),
    )
    expect(calls.map(({ stage, from, to }) => [stage, from, to])).toEqual([
      ["", 600, 1000],
      ["phase-1/round-2", 1700, 2000],
      ["plan-1/step-3/turn-2", 2800, 3000],
    ])
  })

  it("keeps plans, rulings and files by where they belong", () => {
    const verdict = { user_summary: "Half of it.", next_action: "continue_phase" }
    const story = storyOf(
      logged(
        ["p", { type: "plan.made", stage: "round-1", tasks: [], reasoning: "because" }],
        ["j", { type: "judge.ruled", stage: "round-1", verdict, corrections: ["no"] } as unknown as DurableEvent],
        [
          "t",
          {
            type: "thought.made",
            stage: "round-2",
            user_summary: "More.",
            task_completed: false,
            next_steps_preview: "x",
          },
        ],
        [
          "e",
          {
            type: "task.ended",
            task: "round-1/task-1",
            id: 1,
            tool: "run_code",
            status: "done",
            ms: 1,
            digest: "",
            changes: [],
            artifacts: [{ id: "a", name: "plot.png", mime: "image/png", size: 3 }],
          },
        ],
      ),
    )
    expect(story.plans).toEqual({ "round-1": { tasks: [], reasoning: "because" } })
    expect(story.rulings).toEqual({
      "round-1": { text: "Half of it.", verdict, corrections: ["no"], next: "" },
      "round-2": { text: "More.", verdict: null, corrections: [], next: "x" },
    })
    expect(story.artifacts).toEqual({ "round-1/task-1": [{ id: "a", name: "plot.png", mime: "image/png", size: 3 }] })
  })

  it("marks what was noticed, and nothing else", () => {
    const { moments } = storyOf(
      logged(
        ["a", { type: "state.changed", state: "EXECUTING" }],
        [
          "b",
          {
            type: "violation.recorded",
            task: "round-1/task-2",
            tool: "web_search",
            reason: "forbidden",
            allowed: ["read_file"],
          },
        ],
        [
          "c",
          {
            type: "check.ended",
            stage: "round-1",
            name: "test",
            command: "npm test",
            status: "failed",
            ms: 1,
            failing: ["✖ one"],
          },
        ],
        ["d", { type: "limit.reached", limit: "max_cost", used: 1, allowed: 2 }],
      ),
    )
    expect(moments.map(({ kind, place, name, text }) => [kind, place, name, text])).toEqual([
      ["violation", "round-1/task-2", "web_search", "forbidden"],
      ["failed", "round-1", "test", "✖ one"],
      ["limit", "", "max_cost", "1/2"],
    ])
  })

  it("remembers how full the context was, and what was folded", () => {
    const story = storyOf(
      logged(
        ["m", { type: "context.measured", stage: "", tokens: 90, limit: 100 }],
        ["c", { type: "context.compacted", stage: "", before: 90, after: 40, folded: ["round-1"] }],
      ),
    )
    expect(story.context).toEqual([{ at: 1000, tokens: 90, limit: 100 }])
    expect(story.compactions).toEqual([{ at: 2000, before: 90, after: 40 }])
  })

  it("never changes what it was: a picture of the past stays one", () => {
    const [first, second] = logged(["a", call(1)], ["b", call(2)])
    if (!first || !second) throw new Error("There are two events.")
    const before = foldStory(EMPTY_STORY, first)
    const copy = structuredClone(before)
    foldStory(before, second)
    expect(before).toEqual(copy)
  })
})
