import { keyedModel } from "../../src/testing/keyed-model.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { step, steps, scenario as stepwiseScenario } from "./stepwise-scenarios.ts"

/* Runs that a hard limit stops in the middle of a phase, after its first round. */

const write = (path: string) => plan(task("write_file", { path, content: "x\n" }))

/** `word`: what the summary says of the whole; `check`: what decides. */
function stopped(name: string, word: Record<string, unknown>, check = "test -f a.txt"): Scenario {
  return {
    name: `at a hard limit: ${name}`,
    request: "Write a.txt and b.txt.",
    model: () =>
      keyedModel({
        "analysis/try-1": advance({
          request_analyser: analysis({ changes: "files" }),
          phase_planner: phases([phase(1)]),
          plan_tool_call: write("a.txt"),
        }),
        "phase-1/round-1/judge/try-1": advance({ judge_tasks: unfinished(), plan_tool_call: write("b.txt") }),
        "end-1/summarizer/try-1": advance({ summarizer: { ...summary("As far as it came."), ...word } }),
      }),
    options: { limits: { max_iterations: 4 }, checks: { test: check } },
  }
}

/** Whatever the summary says: its phase was not judged complete. */
export const partOpen = stopped("the phase is open and the checks are green", { missing: [] })
export const lacking = stopped("something is missing", { missing: ["b.txt is not written"] })
export const red = stopped("a check is red", { missing: [] }, "test -f c.txt")
export const wordless = stopped("nothing is said of it", { missing: undefined })

/** All phases are complete, and there is no call left for the gate. */
function worked(name: string, check: string): Scenario {
  return {
    name: `at a hard limit: ${name}`,
    request: "Write a.txt.",
    model: () =>
      keyedModel({
        "analysis/try-1": advance({
          request_analyser: analysis({ changes: "files" }),
          phase_planner: phases([phase(1)]),
          plan_tool_call: write("a.txt"),
        }),
        "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
        "end-1/summarizer/try-1": advance({ summarizer: summary("As far as it came.", { missing: [] }) }),
      }),
    options: { limits: { max_model_calls: 3 }, checks: { test: check } },
  }
}

export const allThere = worked("nothing is open and the checks are green", "test -f a.txt")
export const allThereAndRed = worked("nothing is open and a check is red", "test ! -f a.txt")

const judged = (verdict: Parameters<typeof unfinished>[0], next: object = {}) =>
  advance({ judge_tasks: unfinished(verdict), ...next })

/** The first phase gives up, the second is cut short, and the third never gets its turn; the summary's word passes over all of it. */
export const openPhases: Scenario = {
  name: "at a hard limit: phases are open",
  request: "Write a.txt and b.txt.",
  model: () =>
    keyedModel({
      "analysis/try-1": advance({
        request_analyser: analysis({ changes: "files" }),
        phase_planner: phases([phase(1), phase(2), phase(3)]),
        plan_tool_call: write("a.txt"),
      }),
      "phase-1/round-1/judge/try-1": judged({ next_action: "end_phase" }),
      "phase-2/round-1/plan/try-1": advance({ plan_tool_call: write("b.txt") }),
      "phase-2/round-1/judge/try-1": judged({}, { plan_tool_call: write("c.txt") }),
      "end-1/summarizer/try-1": advance({ summarizer: { ...summary("All is well."), missing: [] } }),
    }),
  options: { limits: { max_iterations: 7 }, checks: { test: "test -f a.txt" } },
}

/** A plan that was too long, stopped in its first step. */
export const openSteps: Scenario = stepwiseScenario(
  "at a hard limit: steps are open",
  {
    "plan-1/plan/try-1": steps(step(1), step(2), step(3)),
    "plan-1/step-1/turn-1/reply": { call: "read_file", input: { path: "a.txt" } },
    "end-1/summarizer/try-1": say("summarizer", { ...summary("All is well."), missing: [] }),
  },
  {
    request: "What is in a.txt?",
    files: { "a.txt": "alpha\n" },
    options: { limits: { max_iterations: 1, max_plan_steps: 2, parallel_steps: 1 } },
  },
)

export const AT_LIMIT_SCENARIOS: readonly Scenario[] = [
  allThere,
  allThereAndRed,
  partOpen,
  lacking,
  red,
  wordless,
  openPhases,
  openSteps,
]
