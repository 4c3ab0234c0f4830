import { describe, expect, it } from "vitest"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { literal } from "../guards/front-door.ts"
import * as scenarios from "./edge-scenarios.ts"
import { plan, say, task, unfinished } from "./lines.ts"
import { play } from "./play.ts"

describe("a plan that comes along", () => {
  it.each([scenarios.namedFirstRunSecond, scenarios.namedFirstInAnalysis])(
    "belongs to the phase that runs first, not to the one that is named first: $name",
    async (scenario) => {
      await using played = await play(scenario)
      expect(played.result).toMatchObject({ outcome: "done", reason: "" })
      expect(played.rung).toEqual(["first", "later"])
    },
  )
})

describe("approvals in phases side by side", () => {
  it("are all asked for, and each holds back only what depends on it", async () => {
    await using played = await play(scenarios.approvalsSideBySide)
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 3, total_tasks: 9 })
    expect(new Set(played.rung).size).toBe(played.rung.length)
  })
})

describe("retrying", () => {
  it("never runs what depends on a task that has failed for good", async () => {
    await using played = await play(scenarios.stranded)
    expect(played.rung).toEqual(["another way"])
    expect(played.result.outcome).toBe("done")
  })

  it("refuses amended arguments that don't fit, whatever they lack", async () => {
    await using played = await play(
      literal({
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("read_file", { path: "nothing.txt" }))),
        "phase-1/round-1/judge/try-1": say(
          "judge_tasks",
          unfinished({ next_action: "retry_failed", amended_tasks: [{ task_id: 1, arguments: { file: "x" } }] }),
        ),
        "phase-1/round-2/judge/try-1": say("judge_tasks", unfinished({ next_action: "end_phase" })),
      }),
    )
    expect(played.result).toMatchObject({ outcome: "failed", reason: "Phase 1: task 2 failed" })
  })
})

describe("react", () => {
  it("refuses a call whose arguments don't fit, whatever they lack", async () => {
    await using played = await play({
      name: "no path",
      model: () =>
        keyedModel({
          "turn-1/reply": calls([{ call: "read_file", input: {} }]),
          "turn-2/reply": "There was nothing to read.",
          "closing-1/turn-1/reply": {
            call: "task_done",
            input: { summary: "There was nothing to read.", changes: "none" },
          },
        }),
      options: { strategy: react },
    })
    expect(played.result).toMatchObject({ outcome: "done", total_tasks: 0 })
  })
})
