import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { type Lines, literal } from "../guards/front-door.ts"
import { advance, analysis, complete, phase, phases, plan, ring, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Runs that go round in circles, and what comes of it. */

const FILES = { "a.txt": "alpha\n", "b.txt": "beta\n" }
const READ = task("read_file", { path: "a.txt" })
const read = (path: string): ScriptLine => ({ call: "read_file", input: { path } })

/** Rounds of a phase that read the same file again and again. */
export function rereading(id: number, rounds: number, path = "a.txt"): Lines {
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1)
  return Object.fromEntries(
    numbers.flatMap((round) => [
      [`phase-${id}/round-${round}/plan/try-1`, say("plan_tool_call", plan(task("read_file", { path })))],
      [`phase-${id}/round-${round}/judge/try-1`, say("judge_tasks", unfinished())],
    ]),
  )
}

function ringing(id: number, round: number, evidence: number): Lines {
  return {
    [`phase-${id}/round-${round}/plan/try-1`]: say("plan_tool_call", plan(ring(`phase ${id}`))),
    [`phase-${id}/round-${round}/judge/try-1`]: say("judge_tasks", complete([evidence])),
  }
}

export const reactLoops: Scenario = {
  name: "react: reads the same file until it is told off twice",
  model: () =>
    keyedModel({
      "turn-1/reply": read("a.txt"),
      "turn-2/reply": read("./a.txt"),
      "turn-3/reply": read("a.txt"),
      "turn-4/reply": read("b.txt"),
      "turn-5/reply": { call: "task_done", input: { summary: "Both files are read.", changes: "none" } },
    }),
  files: FILES,
  options: { strategy: react },
}

export const phaseFails: Scenario = {
  ...literal({
    "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 3 }), phase(2)])),
    ...rereading(1, 4),
    ...ringing(2, 1, 1),
  }),
  name: "a phase that goes round in circles is ended, the next one runs",
  files: FILES,
}

export const loopsSideBySide: Scenario = {
  ...literal({
    "phases/try-1": say(
      "phase_planner",
      phases([phase(1, { estimated_rounds: 3 }), phase(2, { estimated_rounds: 3 })], "parallel"),
    ),
    ...rereading(1, 3),
    ...rereading(2, 3, "b.txt"),
    ...ringing(1, 4, 4),
    ...ringing(2, 4, 4),
  }),
  name: "two phases side by side go round in circles and come to themselves",
  files: FILES,
}

const again = advance({ judge_tasks: unfinished(), plan_tool_call: plan(READ) })

export const fusedLoop: Scenario = {
  name: "a plan that came along is dropped for guidance",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": advance({
        phase_planner: phases([phase(1, { estimated_rounds: 3 })]),
        plan_tool_call: plan(READ),
      }),
      "phase-1/round-1/judge/try-1": again,
      "phase-1/round-2/judge/try-1": again,
      "phase-1/round-3/plan/try-1": advance({ plan_tool_call: plan(ring("another way")) }),
      "phase-1/round-3/judge/try-1": advance({ judge_tasks: complete([3]), summarizer: summary() }),
    }),
  files: FILES,
}

const TOLD = { kind: "clarification", text: "Ring the bell instead." } as const

export const phaseAsks: Scenario = {
  ...literal(
    {
      "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 3 })])),
      ...rereading(1, 4),
      ...ringing(1, 5, 5),
    },
    { literal: true, settings: { reflection: { ask: true } } },
  ),
  name: "a phase that goes round in circles asks the user",
  files: FILES,
  answers: { "phase-1/round-4/reflection": TOLD },
}

export const reactAsks: Scenario = {
  name: "react: asks the user once, and is told off as before",
  model: () =>
    keyedModel({
      ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`turn-${n}/reply`, read("a.txt")])),
      "turn-6/reply": { call: "task_done", input: { summary: "It is read." } },
    }),
  files: FILES,
  options: { strategy: react, settings: { reflection: { ask: true } } },
  answers: { "turn-4/reflection": TOLD },
}

export const ALARM_SCENARIOS: readonly Scenario[] = [
  reactLoops,
  phaseFails,
  loopsSideBySide,
  fusedLoop,
  phaseAsks,
  reactAsks,
]
