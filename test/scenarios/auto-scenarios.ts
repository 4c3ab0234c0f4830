import { auto } from "../../src/strategies/auto/auto.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, ring } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

type Part = Record<string, unknown>

const analysed = (value: Part): ScriptLine => ({ call: "request_analyser", input: value })
const advance = (parts: Part): ScriptLine => ({ call: "advance", input: parts })
const summary = { final_summary: "All rang.", phases_completed: 1, total_tasks_executed: 1 }
const DONE = thought("It rang.", { task_completed: true })

function scenario(name: string, lines: Readonly<Record<string, ScriptLine>>, more: Partial<Scenario> = {}): Scenario {
  return {
    name: `auto: ${name}`,
    model: () => keyedModel(lines),
    ...more,
    options: { strategy: auto, ...more.options },
  }
}

export const direct = scenario(
  "a trivial question is answered at once",
  { "analysis/try-1": analysed(analysis({ complexity: "simple", direct_answer: "It is **four**." })) },
  { request: "What is two and two?" },
)

export const simple = scenario("a simple request goes to rounds, its plan comes along", {
  "analysis/try-1": analysed({ ...analysis({ complexity: "simple" }), plan_tool_call: plan(ring("a")) }),
  "round-1/think/try-1": advance({ think: DONE }),
})

export const simpleWithoutPlan = scenario("a simple request goes to rounds", {
  "analysis/try-1": analysed(analysis({ complexity: "simple" })),
  "round-1/plan/try-1": advance({ plan_tool_call: plan(ring("a")) }),
  "round-1/think/try-1": advance({ think: DONE }),
})

export const medium = scenario("a medium request goes to phased, and is analysed once", {
  "analysis/try-1": analysed(analysis({ complexity: "medium" })),
  "phases/try-1": advance({ phase_planner: phases([phase(1)]), plan_tool_call: plan(ring("a")) }),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary }),
})

export const mediumAtOnce = scenario("what comes along with the analysis of a medium request is not asked for again", {
  "analysis/try-1": advance({
    request_analyser: analysis({ complexity: "medium" }),
    phase_planner: phases([phase(1), phase(2, { dependencies: [1] })]),
    plan_tool_call: plan(ring("a")),
  }),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), plan_tool_call: plan(ring("b")) }),
  "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary }),
})

export const asksFirst = scenario(
  "asks before it chooses",
  {
    "analysis/try-1": analysed(
      analysis({
        complexity: "simple",
        clarification_needed: true,
        clarification_questions: ["Which bell?"],
        direct_answer: "Perhaps this one.",
      }),
    ),
    "analysis-2/try-1": analysed({ ...analysis({ complexity: "simple" }), plan_tool_call: plan(ring("b")) }),
    "round-1/think/try-1": advance({ think: DONE }),
  },
  { answers: { "analysis/clarification-1": { kind: "clarification", text: "The second." } } },
)

const PROSE = "Two and two is four, of course."
const proseAt = (tries: number) =>
  Object.fromEntries(Array.from({ length: tries }, (_, index) => [`analysis/try-${index + 1}`, PROSE]))

export const wordsInstead = scenario(
  "a text where the analysis was asked for is a first reply without a call",
  { ...proseAt(6), "over/turn-1/reply": "It is four; no tool is needed for that." },
  { request: "What is two and two?" },
)

export const AUTO_SCENARIOS: readonly Scenario[] = [
  wordsInstead,
  direct,
  simple,
  simpleWithoutPlan,
  medium,
  mediumAtOnce,
  asksFirst,
]
