import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { JudgeVerdict } from "../../protocol/control.ts"
import type { TaskStatus } from "../../protocol/event.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"
import { rule } from "./verdict.ts"

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
const judge = (part: Partial<JudgeVerdict>, failingChecks: readonly string[] = []) =>
  rule(verdict(part), { outcomes: OUTCOMES, proving: PROVING, failingChecks })

describe("rule", () => {
  it("lets a failing check outrank the judge", () => {
    const ruling = judge({ phase_completed: true, evidence: [1] }, ["test"])
    expect(ruling.next).toBe("continue_phase")
    expect(ruling.corrections).toContain("the phase was called complete, but these checks fail: test")
  })

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
      "complete without proof",
      { phase_completed: true, next_action: "end_phase" },
      "unproven",
      ["the phase was called complete without evidence"],
    ],
    [
      "complete by what failed or never was",
      { phase_completed: true, evidence: [2, 9] },
      "unproven",
      [
        "task 2, 9 proves nothing: it did not succeed or does not exist",
        "the phase was called complete without evidence",
      ],
    ],
    ["given up", { next_action: "end_phase" }, "end_phase", []],
    ["to be continued", { next_action: "continue_phase" }, "continue_phase", []],
    ["to be tried again", { next_action: "retry_failed" }, "retry_failed", []],
    ["to be planned anew", { next_action: "replan" }, "replan", []],
  ])("%s", (_name, part, next, corrections) => {
    expect(judge(part)).toMatchObject({ next, corrections })
  })

  it("never calls a failed task done, nor a phase complete on the word of one", () => {
    const ids = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 7 })
    fc.assert(
      fc.property(ids, ids, ids, fc.boolean(), (completed_tasks, failed_tasks, evidence, phase_completed) => {
        const { next, verdict: ruled } = judge({ completed_tasks, failed_tasks, evidence, phase_completed })
        expect(ruled.completed_tasks.filter((id) => [2, 3, 4].includes(id))).toEqual([])
        expect(ruled.failed_tasks).toEqual(expect.arrayContaining([2, 3, 4]))
        expect(next === "completed").toBe(phase_completed && evidence.some((id) => PROVING.has(id)))
      }),
      { seed: 20261115, numRuns: 200 },
    )
  })
})
