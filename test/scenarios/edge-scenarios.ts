import { keyedModel } from "../../src/testing/keyed-model.ts"
import { literal } from "../guards/front-door.ts"
import { ALARM_SCENARIOS } from "./alarm-scenarios.ts"
import { CONSTRAINT_SCENARIOS } from "./constraint-scenarios.ts"
import { advance, analysis, complete, phase, phases, plan, ring, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Where several things come together: each was once a bug, or could be. */

const FIRST_NEEDS_SECOND = phases([phase(1, { dependencies: [2] }), phase(2)])
const FUSED_ROUNDS = {
  "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), plan_tool_call: plan(ring("later")) }),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
}

export const namedFirstRunSecond: Scenario = {
  name: "the phase that is named first runs second",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": advance({ phase_planner: FIRST_NEEDS_SECOND, plan_tool_call: plan(ring("first")) }),
      ...FUSED_ROUNDS,
    }),
}

export const namedFirstInAnalysis: Scenario = {
  name: "the same, all in the analysis",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", {
        ...analysis({ complexity: "simple" }),
        phase_planner: FIRST_NEEDS_SECOND,
        plan_tool_call: plan(ring("first")),
      }),
      ...FUSED_ROUNDS,
    }),
}

const RETRY = say("judge_tasks", unfinished({ next_action: "retry_failed" }))

export const stranded: Scenario = {
  ...literal({
    "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 2 })])),
    "phase-1/round-1/plan/try-1": say(
      "plan_tool_call",
      plan(task("read_file", { path: "broken.txt" }), ring("after", { depends_on: [1] })),
    ),
    "phase-1/round-1/judge/try-1": RETRY,
    "phase-1/round-2/judge/try-1": RETRY,
    "phase-1/round-3/plan/try-1": say("plan_tool_call", plan(ring("another way"))),
    "phase-1/round-3/judge/try-1": say("judge_tasks", complete([3])),
  }),
  name: "a task whose need has failed for good",
}

const allow = { kind: "approval", decision: "allow" } as const

/** Two phases at once; each has a task that needs an approval and one that doesn't. */
export const approvalsSideBySide: Scenario = {
  ...literal(
    {
      "phases/try-1": say(
        "phase_planner",
        phases([phase(1), phase(2), phase(3, { dependencies: [1, 2] })], "parallel"),
      ),
      ...Object.fromEntries(
        [1, 2, 3].flatMap((id) => [
          [
            `phase-${id}/round-1/plan/try-1`,
            say(
              "plan_tool_call",
              plan(ring(`bell-${id}`), task("list_files", {}), ring(`after-${id}`, { depends_on: [1] })),
            ),
          ],
          [`phase-${id}/round-1/judge/try-1`, say("judge_tasks", complete([1, 2, 3]))],
        ]),
      ),
    },
    { approve: "ask" },
  ),
  name: "approvals in phases side by side",
  answers: Object.fromEntries(
    [1, 2, 3].flatMap((id) => [1, 3].map((number) => [`phase-${id}/round-1/task-${number}/approval`, allow])),
  ),
}

export const EDGE_SCENARIOS: readonly Scenario[] = [
  namedFirstRunSecond,
  namedFirstInAnalysis,
  stranded,
  approvalsSideBySide,
  ...ALARM_SCENARIOS,
  ...CONSTRAINT_SCENARIOS,
]
