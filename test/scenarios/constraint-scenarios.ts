import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { literal } from "../guards/front-door.ts"
import { analysis, complete, plan, ring, say, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Runs that are confined: by rules, by a scope, by what they must end with; and runs that ask. */

const exception = (name: string) =>
  task("request_exception", { tool: "ring", reason: "it is noon", arguments: { name } })
const planned = (...tasks: Record<string, unknown>[]) => say("plan_tool_call", plan(...tasks))

const LINES = {
  "phase-1/round-1/plan/try-1": planned(task("ring", { name: "stray" })),
  "phase-1/round-1/plan/try-2": planned(
    exception("first"),
    task("write_file", { path: "src/in.txt", content: "in\n" }),
    task("write_file", { path: "out.txt", content: "out\n" }),
    exception("second"),
  ),
  "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 4])),
}
const CONFINED = { constraints: { all: { forbid: ["ring"] } }, scope: ["src"] }

export const exceptionGranted: Scenario = {
  ...literal(LINES, { ...CONFINED, exceptions: "grant" }),
  name: "exceptions that the policy grants, and a write outside the scope",
}

export const exceptionAsked: Scenario = {
  ...literal(LINES, CONFINED),
  name: "exceptions that the user decides on",
  answers: {
    "phase-1/round-1/task-1/exception": { kind: "approval", decision: "allow" },
    "phase-1/round-1/task-4/exception": { kind: "approval", decision: "deny", reason: "once is enough" },
  },
}

const POSTER = { path: "poster.md", content: "# Poster\n" }

export const resultMissing: Scenario = {
  ...literal({
    "analysis/try-1": say("request_analyser", analysis({ task_type: "creation" })),
    "phase-1/round-1/plan/try-1": planned(ring("a")),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    "phase-1/round-2/plan/try-1": planned(task("write_file", POSTER)),
    "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
  }),
  name: "a creation that made nothing is sent back once",
}

export const turnsWithoutResult: Scenario = {
  name: "react: a creation that made nothing is sent back once",
  request: "Design a poster and slides.",
  model: () =>
    keyedModel({
      "turn-1/reply": { call: "ring", input: { name: "a" } },
      "turn-2/reply": { call: "task_done", input: { summary: "Done." } },
      "turn-3/reply": { call: "write_file", input: POSTER },
      "turn-4/reply": { call: "task_done", input: { summary: "The poster is made." } },
    }),
  options: { strategy: react },
}

export const askingPlan: Scenario = {
  ...literal({
    "phase-1/round-1/plan/try-1": planned(
      task("ask_user", { questions: ["Which bell?"] }),
      ring("meanwhile"),
      task("ask_user", { questions: ["How loud?"] }, { depends_on: [1] }),
    ),
    "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished()),
    "phase-1/round-2/plan/try-1": planned(ring("the small one"), task("ask_user", { questions: ["Once more?"] })),
    "phase-1/round-2/judge/try-1": say("judge_tasks", complete([4])),
  }),
  name: "a plan that asks the user, as often as it may",
  answers: {
    "phase-1/round-1/task-1/questions": { kind: "clarification", text: "the small one" },
    "phase-1/round-1/task-3/questions": { kind: "clarification", text: "softly" },
  },
}

export const CONSTRAINT_SCENARIOS: readonly Scenario[] = [
  exceptionGranted,
  exceptionAsked,
  resultMissing,
  turnsWithoutResult,
  askingPlan,
]
