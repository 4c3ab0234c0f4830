import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { JudgeVerdict } from "../../protocol/log/control.ts"
import type { TaskStatus } from "../../protocol/log/event.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"
import { type JudgedWork, rule } from "./verdict.ts"

function outcome(id: number, status: TaskStatus): TaskOutcome {
  return { id, tool: "ring", status, text: "", digest: "", changes: [] }
}

function verdict(part: Partial<JudgeVerdict> = {}): JudgeVerdict {
  return JudgeVerdict.parse({
    completed_tasks: [],
    phase_completed: false,
    user_summary: "Something was done.",
    next_action: "continue_phase",
    ...part,
  })
}

const OUTCOMES = [
  outcome(1, "done"),
  outcome(2, "failed"),
  outcome(3, "skipped"),
  outcome(4, "refused"),
  outcome(5, "unknown"),
]
const PROVING = new Set([1, 5])
const judge = (part: Partial<JudgeVerdict>, work: Partial<JudgedWork> = {}) =>
  rule(verdict(part), { outcomes: OUTCOMES, proving: PROVING, ...work })

describe("rule", () => {
  it("lets the engine's record win over the judge's claim", () => {
    const claimed = {
      completed_tasks: [1, 2, 5],
      failed_tasks: [5],
      task_evaluation: [
        { task_id: 1, status: "done" as const },
        { task_id: 2, status: "done" as const },
        { task_id: 4, status: "partial" as const },
      ],
    }
    const { verdict: ruled, corrections } = judge(claimed)
    expect(ruled).toEqual({
      ...verdict(claimed),
      completed_tasks: [1, 5],
      failed_tasks: [2, 3, 4, 5],
      task_evaluation: [
        { task_id: 1, status: "done" },
        { task_id: 2, status: "failed" },
        { task_id: 4, status: "partial" },
      ],
    })
    expect(corrections).toEqual(["task 2 was judged done but had failed"])
  })

  it.each<[string, Partial<JudgeVerdict>, string, string[]]>([
    ["complete with proof", { phase_completed: true, evidence: [1], next_action: "continue_phase" }, "completed", []],
    [
      "complete by a task whose outcome only the judge can tell",
      { phase_completed: true, evidence: [5] },
      "completed",
      [],
    ],
    [
      "complete, by what the engine saw succeed where the judge names nothing",
      { phase_completed: true, next_action: "end_phase" },
      "completed",
      ["the phase was called complete without evidence; task 1, 5 succeeded"],
    ],
    [
      "complete, by what the engine saw where the judge names what failed or never was",
      { phase_completed: true, evidence: [2, 9] },
      "completed",
      [
        "the phase was called complete without evidence; task 1, 5 succeeded",
        "task 2, 9 proves nothing: it did not succeed or does not exist",
      ],
    ],
    ["given up", { next_action: "end_phase" }, "end_phase", []],
    ["to be continued", { next_action: "continue_phase" }, "continue_phase", []],
    ["to be tried again", { next_action: "retry_failed" }, "retry_failed", []],
    ["to be planned anew", { next_action: "replan" }, "replan", []],
  ])("%s", (_name, part, next, corrections) => {
    expect(judge(part)).toMatchObject({ next, corrections })
  })

  it.each<[string, Partial<JudgeVerdict>, Partial<JudgedWork>, string]>([
    ["without anything that succeeded", {}, { proving: new Set() }, "unproven"],
    ["by what failed", { evidence: [2] }, { proving: new Set() }, "unproven"],
    ["without the deed that it planned", {}, { lacksDeed: true }, "unproven"],
    ["by a look alone where a deed was planned", { evidence: [1] }, { lacksDeed: true }, "unproven"],
    ["with nothing left to do", {}, { outcomes: [], proving: new Set(), isEmpty: true }, "completed"],
  ])("complete %s", (_name, part, work, next) => {
    expect(judge({ phase_completed: true, ...part }, work)).toMatchObject({ next })
  })

  it("never calls a failed task done, nor a phase complete on the word of one", () => {
    const ids = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 7 })
    fc.assert(
      fc.property(ids, ids, ids, fc.boolean(), (completed_tasks, failed_tasks, evidence, phase_completed) => {
        const claimed = { completed_tasks, failed_tasks, evidence, phase_completed }
        const { next, verdict: ruled } = judge(claimed, { proving: new Set() })
        expect(ruled.completed_tasks.filter((id) => [2, 3, 4].includes(id))).toEqual([])
        expect(ruled.failed_tasks).toEqual(expect.arrayContaining([2, 3, 4]))
        expect(next).not.toBe("completed")
      }),
      { seed: 20261115, numRuns: 200 },
    )
  })
})
