import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, say, summary, task } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

/* Runs that the gate does not let go at once: a check is red first, then a file is missing. */

type Lines = Readonly<Record<string, ScriptLine>>

const MISSING = ["b.txt is not written"]
const STATE = (content: string) => ({ path: "state", content: `${content}\n` })
const B = { path: "b.txt", content: "b\n" }

const write = (input: object): ScriptLine => ({ call: "write_file", input })
const done = (summary: string, more: object = {}): ScriptLine => ({ call: "task_done", input: { summary, ...more } })
const planned = (input: Record<string, unknown>) => say("plan_tool_call", plan(task("write_file", input)))
const judged = say("judge_tasks", complete([1]))
const fulfilled = (more: object = {}) => say("think", thought("As asked.", { task_completed: true, ...more }))

function scenario(name: string, strategy: Scenario["options"], lines: Lines): Scenario {
  return {
    name,
    model: () => keyedModel(lines),
    request: "Write state and b.txt, and make the test pass.",
    options: { ...strategy, checks: { test: "grep good state" } },
  }
}

const PHASED = { strategy: phased, settings: { fuse: false } }
const ROUNDS = { strategy: rounds, settings: { fuse: false } }

const ONE_PHASE: Lines = {
  "analysis/try-1": say("request_analyser", analysis()),
  "phases/try-1": say("phase_planner", phases([phase(1)])),
  "phase-1/round-1/plan/try-1": planned(STATE("bad")),
  "phase-1/round-1/judge/try-1": judged,
}

const ONE_ROUND: Lines = {
  "round-1/plan/try-1": planned(STATE("bad")),
  "round-1/think/try-1": fulfilled(),
}

const TWO_TURNS: Lines = { "turn-1/reply": write(STATE("bad")), "turn-2/reply": "As asked." }

/** First a check is red, then a file is missing. */
export const TWO_CLOSINGS: readonly Scenario[] = [
  scenario("phased: two stages of closing", PHASED, {
    ...ONE_PHASE,
    "closing-1/round-1/plan/try-1": planned(STATE("good")),
    "closing-1/round-1/judge/try-1": judged,
    "closing-1/summarizer/try-1": say("summarizer", summary("Almost.", { missing: MISSING })),
    "closing-2/round-1/plan/try-1": planned(B),
    "closing-2/round-1/judge/try-1": judged,
    "closing-2/summarizer/try-1": say("summarizer", summary("All of it.")),
  }),
  scenario("rounds: two stages of closing", ROUNDS, {
    ...ONE_ROUND,
    "closing-1/round-1/plan/try-1": planned(STATE("good")),
    "closing-1/round-1/think/try-1": fulfilled({ missing: MISSING }),
    "closing-2/round-1/plan/try-1": planned(B),
    "closing-2/round-1/think/try-1": fulfilled(),
  }),
  ...[react, todo].map((strategy) =>
    scenario(
      `${strategy.name}: two stages of closing`,
      { strategy },
      {
        ...TWO_TURNS,
        "closing-1/turn-1/reply": write(STATE("good")),
        "closing-1/turn-2/reply": done("Almost.", { missing: MISSING }),
        "closing-2/turn-1/reply": write(B),
        "closing-2/turn-2/reply": done("All of it."),
      },
    ),
  ),
]

/** Called done before anything was changed: there was nothing to check yet. */
export const nothingAtFirst = scenario(
  "react: nothing is changed before the gate asks",
  { strategy: react },
  {
    "turn-1/reply": { call: "list_files", input: {} },
    "turn-2/reply": "As asked.",
    "closing-0/summarizer/try-1": done("Not yet.", { missing: ["state", ...MISSING] }),
    "closing-1/turn-1/reply": write(STATE("good")),
    "closing-1/turn-2/reply": write(B),
    "closing-1/turn-3/reply": done("All of it."),
  },
)

/** The last thing to be had from the model is no plan. */
function noPlan(place: string): Lines {
  return Object.fromEntries([1, 2, 3, 4, 5, 6].map((attempt) => [`${place}/plan/try-${attempt}`, "I would not plan."]))
}

const OVER: Lines = {
  "over/turn-1/reply": write(STATE("good")),
  "over/turn-2/reply": "Almost.",
  "over/closing-0/summarizer/try-1": done("Almost.", { missing: MISSING }),
  "over/closing-1/turn-1/reply": write(B),
  "over/closing-1/turn-2/reply": done("All of it."),
}

/** Without a plan it goes on as a plain loop, which has its own way through the gate. */
export const MISSED_CONTROLS: readonly Scenario[] = [
  scenario("phased: a plan can't be had", PHASED, { ...ONE_PHASE, ...noPlan("phase-1/round-1"), ...OVER }),
  scenario("phased: a plan can't be had in closing", PHASED, { ...ONE_PHASE, ...noPlan("closing-1/round-1"), ...OVER }),
  scenario("rounds: a plan can't be had in closing", ROUNDS, { ...ONE_ROUND, ...noPlan("closing-1/round-1"), ...OVER }),
]

/** What is red was green before: so nobody's word settles it, and the end is failed. */
function fromGreen(one: Scenario): Scenario {
  return { ...one, files: { state: "good enough\n" }, keeps: true }
}

/** Ends with a red check, since a stage of closing brought nothing new; what the second epoch says leads on to done. */
export type TwoLives = { readonly scenario: Scenario; readonly second: Lines }

export const TWO_LIVES: readonly TwoLives[] = [
  {
    scenario: fromGreen(
      scenario("phased: resumed at the gate", PHASED, {
        ...ONE_PHASE,
        "closing-1/round-1/plan/try-1": planned(STATE("bad")),
        "closing-1/round-1/judge/try-1": say("judge_tasks", { ...complete([]), phase_completed: false }),
        "closing-1/summarizer/try-1": say("summarizer", summary("Red.")),
      }),
    ),
    second: {
      "closing-2/round-1/plan/try-1": planned(STATE("good")),
      "closing-2/round-1/judge/try-1": judged,
      "closing-2/summarizer/try-1": say("summarizer", summary("All of it.")),
    },
  },
  {
    scenario: fromGreen(
      scenario("rounds: resumed at the gate", ROUNDS, {
        ...ONE_ROUND,
        "closing-1/round-1/plan/try-1": planned(STATE("bad")),
        "closing-1/round-1/think/try-1": fulfilled(),
      }),
    ),
    second: {
      "closing-2/round-1/plan/try-1": planned(STATE("good")),
      "closing-2/round-1/think/try-1": fulfilled(),
    },
  },
  {
    scenario: fromGreen(
      scenario(
        "react: resumed at the gate",
        { strategy: react },
        {
          ...TWO_TURNS,
          "closing-1/turn-1/reply": "It is as asked.",
          "end-1/summarizer/try-1": done("Red."),
        },
      ),
    ),
    second: { "closing-2/turn-1/reply": write(STATE("good")), "closing-2/turn-2/reply": done("All of it.") },
  },
]
