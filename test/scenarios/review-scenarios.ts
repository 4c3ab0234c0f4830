import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { advance, analysis, complete, phase, phases, plan, ring, say, summary } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { ringing, scenario, step, steps } from "./stepwise-scenarios.ts"
import { write } from "./todo-scenarios.ts"

const allow = { kind: "approval", decision: "allow" } as const
const edit = (edited: unknown) => ({ kind: "approval", decision: "allow", edited }) as const
const REVIEW = { review: true } as const

const FUSED_START = {
  "analysis/try-1": say("request_analyser", analysis()),
  "phases/try-1": advance({ phase_planner: phases([phase(1)]), plan_tool_call: plan(ring("a"), ring("b")) }),
}

export const reviewedAsIs: Scenario = {
  name: "phases and the first plan are looked at, and run as they are",
  model: () =>
    keyedModel({
      ...FUSED_START,
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1, 2]), summarizer: summary() }),
    }),
  answers: { "phases/review-1": allow, "phase-1/round-1/plan/review-1": allow },
  options: REVIEW,
}

export const reviewedEdited: Scenario = {
  name: "a first plan that the user changes, wrongly at first",
  model: () =>
    keyedModel({
      ...FUSED_START,
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    }),
  answers: {
    "phases/review-1": allow,
    "phase-1/round-1/plan/review-1": edit({ tasks: [ring("c", { tool: "dance" })] }),
    "phase-1/round-1/plan/review-2": edit(plan(ring("c"))),
  },
  options: REVIEW,
}

export const reviewedPhases: Scenario = {
  name: "phases that the user changes get a plan of their own",
  model: () =>
    keyedModel({
      ...FUSED_START,
      "phase-2/round-1/plan-anew/try-1": advance({ plan_tool_call: plan(ring("d")) }),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    }),
  answers: {
    "phases/review-1": edit(phases([phase(2)])),
    "phase-2/round-1/plan/review-1": allow,
  },
  options: REVIEW,
}

export const reviewedParallel: Scenario = {
  name: "no parallel phase begins before the first plan is accepted",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": say("phase_planner", phases([phase(1), phase(2)], "parallel")),
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(ring("b"))),
      "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1])),
      "end-1/summarizer/try-1": say("summarizer", summary()),
    }),
  answers: {
    "phases/review-1": allow,
    "phase-1/round-1/plan/review-1": allow,
    "phase-2/round-1/plan/review-1": allow,
  },
  options: { ...REVIEW, literal: true },
}

export const reviewRefused: Scenario = {
  name: "a plan that the user does not want",
  model: () => keyedModel({ ...FUSED_START }),
  answers: { "phases/review-1": { kind: "approval", decision: "deny", reason: "too much" } },
  options: REVIEW,
}

const THOUGHT = { user_summary: "The bell rang.", task_completed: true, next_steps_preview: "" }

export const reviewedRounds: Scenario = {
  name: "rounds: the first plan, changed",
  model: () =>
    keyedModel({
      "round-1/plan/try-1": advance({ plan_tool_call: plan(ring("a")) }),
      "round-1/think/try-1": advance({ think: THOUGHT }),
    }),
  answers: { "round-1/plan/review-1": edit(plan(ring("c"))) },
  options: { ...REVIEW, strategy: rounds },
}

const looking = { tool: "list_files", arguments: {}, depends_on: [], why: "" }
const more = (user_summary: string) => ({ think: { ...THOUGHT, user_summary, task_completed: false } })

export const reviewedExploring: Scenario = {
  name: "rounds: what only looks is not asked about, whatever does more is, in each round",
  files: { "a.txt": "one\n" },
  model: () =>
    keyedModel({
      "round-1/plan/try-1": advance({ plan_tool_call: plan(looking) }),
      "round-1/think/try-1": advance(more("Seen.")),
      "round-2/plan/try-1": advance({ plan_tool_call: plan(ring("a")) }),
      "round-2/think/try-1": advance(more("Rung once.")),
      "round-3/plan/try-1": advance({ plan_tool_call: plan(ring("b")) }),
      "round-3/think/try-1": advance({ think: THOUGHT }),
    }),
  answers: { "round-2/plan/review-1": allow, "round-3/plan/review-1": edit(plan(ring("c"))) },
  options: { ...REVIEW, strategy: rounds },
}

const LIST = ["look", "ring", "tell"].map(
  (content, index) => ({ id: `${index + 1}`, content, status: "pending" }) as const,
)
const SHORTER = [...LIST.slice(0, 2), { id: "9", content: "listen", status: "pending" } as const]
const ticked = (id: string) => ({ [`item-${id}/turn-1/reply`]: write([{ id, status: "completed" }]) })

export const reviewedTasks: Scenario = {
  name: "tasks: the list, changed",
  model: () =>
    keyedModel({
      "plan/try-1": write(LIST, false),
      ...ticked("1"),
      ...ticked("2"),
      ...ticked("9"),
      "closing-1/turn-1/reply": {
        call: "task_done",
        input: { summary: "All of it is done.", changes: "none" },
      },
    }),
  answers: { "plan/review-1": edit({ todos: SHORTER }) },
  options: { ...REVIEW, strategy: tasks },
}

export const reviewedSteps: Scenario = scenario(
  "the steps, changed",
  { "plan-1/plan/try-1": steps(step(1), step(2, [1])), ...ringing("plan-1/step-3", "c") },
  { answers: { "plan-1/plan/review-1": edit({ steps: [step(3)], task_type: "coding" }) }, options: REVIEW },
)

export const REVIEW_SCENARIOS: readonly Scenario[] = [
  reviewedAsIs,
  reviewedEdited,
  reviewedPhases,
  reviewedParallel,
  reviewRefused,
  reviewedRounds,
  reviewedExploring,
  reviewedTasks,
  reviewedSteps,
]
