import { ModelError } from "../../src/model/seam/model-error.ts"
import { stepwise } from "../../src/strategies/stepwise/stepwise.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, reply, type ScriptLine } from "../../src/testing/script-line.ts"
import type { Lines } from "../guards/front-door.ts"
import { plan, ring, say, summary } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* One run for each arrow of the chart of `stepwise`. */

type Part = Record<string, unknown>

export const step = (id: number, dependencies: readonly number[] = [], more: Part = {}): Part => ({
  id,
  description: `do part ${id}`,
  dependencies,
  tools: ["ring"],
  done_when: `part ${id} is done`,
  ...more,
})

export const steps = (...list: readonly Part[]): ScriptLine => say("plan_steps", { steps: list, task_type: "coding" })

export const done = (result: string): ScriptLine => JSON.stringify({ control: "step_done", result })
export const asksReplan = (reason: string): ScriptLine => JSON.stringify({ control: "replan", reason })
export const blocked = (reason: string): ScriptLine => JSON.stringify({ control: "step_blocked", reason })

export const bell = (name: string, more: Part = {}): ScriptLine => ({ call: "ring", input: { name, ...more } })
const write = (content: string): ScriptLine => ({ call: "write_file", input: { path: "state", content } })

/** A step that rings once and is done. */
export const ringing = (place: string, name: string): Lines => ({
  [`${place}/turn-1/reply`]: bell(name),
  [`${place}/turn-2/reply`]: done(`${name} rang`),
})

const SUMMARY = say("summarizer", summary("All parts are done."))
/** By the gate where the strategy comes to its own end, else when the run is over. */
const SUMMED_UP: Lines = {
  "closing-0/summarizer/try-1": SUMMARY,
  "closing-1/summarizer/try-1": SUMMARY,
  "end-1/summarizer/try-1": SUMMARY,
}

export function scenario(name: string, lines: Lines, more: Partial<Scenario> = {}): Scenario {
  return {
    name: `stepwise: ${name}`,
    model: () => keyedModel({ ...SUMMED_UP, ...lines }),
    ...more,
    options: { strategy: stepwise, ...more.options },
  }
}

/** By the seed's own rules: a step has its calls, checks decide about it, and what is stuck ends the run. */
export function literal(name: string, lines: Lines, more: Partial<Scenario> = {}): Scenario {
  return scenario(`literal: ${name}`, lines, { ...more, options: { ...more.options, literal: true } })
}

export const inOrder = scenario("one step after the other", {
  "plan-1/plan/try-1": steps(step(1), step(2, [1])),
  ...ringing("plan-1/step-1", "a"),
  ...ringing("plan-1/step-2", "b"),
})

export const sideBySide = scenario("independent steps side by side, then what needs both", {
  "plan-1/plan/try-1": steps(step(1), step(2), step(3, [1, 2]), step(4, [3])),
  ...ringing("plan-1/step-1", "a"),
  ...ringing("plan-1/step-2", "b"),
  ...ringing("plan-1/step-3", "c"),
  ...ringing("plan-1/step-4", "d"),
})

export const cut = literal(
  "a plan that is too long is cut",
  {
    "plan-1/plan/try-1": steps(step(1, [3]), step(2, [1]), step(3)),
    ...ringing("plan-1/step-1", "a"),
    ...ringing("plan-1/step-3", "c"),
  },
  { options: { limits: { max_plan_steps: 2 } } },
)

export const repaired = scenario("a bad plan is asked for again", {
  "plan-1/plan/try-1": steps(step(1), step(1)),
  "plan-1/plan/try-2": steps(step(1, [2]), step(2, [1])),
  "plan-1/plan/try-3": reply({ text: `Here you are:\n\`\`\`json\n${JSON.stringify({ steps: [step(1)] })}\n\`\`\`` }),
  ...ringing("plan-1/step-1", "a"),
})

const TRIES = [1, 2, 3, 4, 5, 6]

export const degraded = scenario("no usable plan: on with rounds", {
  ...Object.fromEntries(TRIES.map((attempt) => [`plan-1/plan/try-${attempt}`, "I would rather not plan."])),
  "round-1/plan/try-1": say("advance", { plan_tool_call: { ...plan(ring("a")), complexity: "simple" } }),
  "round-1/think/try-1": say("advance", { think: { user_summary: "The bell rang.", task_completed: true } }),
})

export const replanned = scenario("a step asks for another plan, which keeps what is done", {
  "plan-1/plan/try-1": steps(step(1), step(2, [1]), step(3, [2])),
  ...ringing("plan-1/step-1", "a"),
  "plan-1/step-2/turn-1/reply": asksReplan("there is no second bell"),
  "plan-2/plan/try-1": steps(step(2, [1], { description: "use the first bell" })),
  ...ringing("plan-2/step-2", "b"),
})

export const collides = scenario("a new step must not have the number of one that is done", {
  "plan-1/plan/try-1": steps(step(1), step(2, [1])),
  ...ringing("plan-1/step-1", "a"),
  "plan-1/step-2/turn-1/reply": asksReplan("another way"),
  "plan-2/plan/try-1": steps(step(1, [], { description: "do something else" }), step(3, [1])),
  "plan-2/plan/try-2": steps(step(3, [1])),
  ...ringing("plan-2/step-3", "c"),
})

export const saidAgain = scenario("a new plan says again what is done", {
  "plan-1/plan/try-1": steps(step(1), step(2, [1])),
  ...ringing("plan-1/step-1", "a"),
  "plan-1/step-2/turn-1/reply": asksReplan("another way"),
  "plan-2/plan/try-1": steps(step(1), step(3, [1])),
  ...ringing("plan-2/step-3", "c"),
})

export const outOfCalls = literal(
  "a step that does not say how it stands is failed, and planned anew",
  {
    "plan-1/plan/try-1": steps(step(1)),
    "plan-1/step-1/turn-1/reply": bell("a"),
    "plan-1/step-1/turn-2/reply": calls([
      { call: "ring", input: { name: "b" } },
      { call: "ring", input: { name: "c" } },
    ]),
    "plan-1/step-1/turn-3/reply": bell("d"),
    "plan-2/plan/try-1": steps(step(2)),
    "plan-2/step-2/turn-1/reply": done("nothing more was needed"),
  },
  { options: { limits: { max_step_tool_calls: 2 } } },
)

export const lastWord = literal(
  "a step whose calls are used up may still say that it is done",
  {
    "plan-1/plan/try-1": steps(step(1)),
    "plan-1/step-1/turn-1/reply": bell("a"),
    "plan-1/step-1/turn-2/reply": done("a rang"),
  },
  { options: { limits: { max_step_tool_calls: 1 } } },
)

const failing = (place: string, name: string): Lines => ({
  [`${place}/turn-1/reply`]: bell(name, { fails: true }),
  [`${place}/turn-2/reply`]: asksReplan(`${name} is broken`),
})

export const failedForGood = literal(
  "no plan is left, and nothing waits",
  {
    "plan-1/plan/try-1": steps(step(1), step(2)),
    ...ringing("plan-1/step-1", "a"),
    ...failing("plan-1/step-2", "b"),
    "plan-2/plan/try-1": steps(step(3)),
    ...failing("plan-2/step-3", "c"),
  },
  { options: { limits: { max_replans: 1 } } },
)

export const deadlocked = literal(
  "no plan is left, and steps wait for one that failed; what can go on goes on first",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1]), step(3), step(4, [2, 3]), step(5, [3])),
    ...failing("plan-1/step-1", "a"),
    ...ringing("plan-1/step-3", "c"),
    ...ringing("plan-1/step-5", "e"),
  },
  { options: { limits: { max_replans: 0 } } },
)

export const blockedAlone = literal(
  "a step says that it is blocked, and no plan is left",
  {
    "plan-1/plan/try-1": steps(step(1), step(2)),
    ...ringing("plan-1/step-1", "a"),
    "plan-1/step-2/turn-1/reply": blocked("the key of the tower is missing"),
  },
  { options: { limits: { max_replans: 0 } } },
)

export const blockedThenReplanned = scenario("a blocked step is planned anew", {
  "plan-1/plan/try-1": steps(step(1), step(2, [1])),
  "plan-1/step-1/turn-1/reply": blocked("the tower is locked"),
  "plan-2/plan/try-1": steps(step(1, [], { description: "use the other tower" }), step(2, [1])),
  ...ringing("plan-2/step-1", "a"),
  ...ringing("plan-2/step-2", "b"),
})

export const asked = scenario(
  "a blocked step has a question, and goes on with the answer",
  {
    "plan-1/plan/try-1": steps(step(1), step(2)),
    "plan-1/step-1/turn-1/reply": blocked("Which bell is meant?"),
    "plan-1/step-1/turn-2/reply": bell("big"),
    "plan-1/step-1/turn-3/reply": done("the big one rang"),
    ...ringing("plan-1/step-2", "b"),
  },
  { answers: { "plan-1/step-1/question-1": { kind: "clarification", text: "The big one." } } },
)

const GOOD = { checks: { test: "grep good state" } }

export const overruled = literal(
  "a step is called done while a check fails, and mends it",
  {
    "plan-1/plan/try-1": steps(step(1, [], { tools: ["write_file"] })),
    "plan-1/step-1/turn-1/reply": write("bad\n"),
    "plan-1/step-1/turn-2/reply": done("it is good"),
    "plan-1/step-1/turn-3/reply": write("good\n"),
    "plan-1/step-1/turn-4/reply": done("now it is good"),
  },
  { options: GOOD },
)

export const recovered = literal(
  "the checks fail at the end, and another plan mends it",
  {
    "plan-1/plan/try-1": steps(step(1, [], { tools: ["write_file"] })),
    "plan-1/step-1/turn-1/reply": write("bad\n"),
    "plan-1/step-1/turn-2/reply": done("written"),
    "plan-2/plan/try-1": steps(step(2, [1], { tools: ["write_file"] })),
    "plan-2/step-2/turn-1/reply": write("good\n"),
    "plan-2/step-2/turn-2/reply": done("mended"),
  },
  { options: { ...GOOD, verify: "end" } },
)

export const neverGood = literal(
  "the checks fail to the end",
  {
    "plan-1/plan/try-1": steps(step(1, [], { tools: ["write_file"] })),
    "plan-1/step-1/turn-1/reply": write("bad\n"),
    "plan-1/step-1/turn-2/reply": done("written"),
  },
  { options: { ...GOOD, verify: "end", limits: { max_replans: 0 } } },
)

export const nudged = scenario("text without a signal is told what is due", {
  "plan-1/plan/try-1": steps(step(1)),
  "plan-1/step-1/turn-1/reply": "I will say step_done when the bell has rung.",
  "plan-1/step-1/turn-2/reply": bell("a"),
  "plan-1/step-1/turn-3/reply": "The bell rang. STEP_DONE",
})

export const silent = literal(
  "a step in which nothing is said fails",
  {
    "plan-1/plan/try-1": steps(step(1)),
    "plan-1/step-1/turn-1/reply": reply({ text: "" }),
    "plan-1/step-1/turn-2/reply": "Hm.",
    "plan-1/step-1/turn-3/reply": reply({ text: " " }),
  },
  { options: { limits: { max_replans: 0 } } },
)

export const circles = literal(
  "a step that goes round in circles fails",
  {
    "plan-1/plan/try-1": steps(step(1, [], { tools: ["read_file"] })),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((turn) => [
        `plan-1/step-1/turn-${turn}/reply`,
        { call: "read_file", input: { path: "a.txt" } },
      ]),
    ),
  },
  { files: { "a.txt": "alpha\n" }, options: { limits: { max_replans: 0 } } },
)

const reads = { call: "read_file", input: { path: "a.txt" } }

export const calledSignals = scenario(
  "signals that are called like tools, and controls that are not due",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1]), step(3, [2])),
    "plan-1/step-1/turn-1/reply": calls([reads, { call: "step_done", input: { result: "it says alpha" } }]),
    "plan-1/step-2/turn-1/reply": calls([
      { call: "ring", input: { name: "b", fails: true } },
      { call: "step_done", input: { result: "b rang" } },
    ]),
    "plan-1/step-2/turn-2/reply": { call: "plan_steps", input: { steps: [step(1)] } },
    "plan-1/step-2/turn-3/reply": { call: "summarizer", input: summary() },
    "plan-1/step-2/turn-4/reply": reply({ text: '{"control":"step_done","result":"b is broken"}', calls: [reads] }),
    "plan-1/step-3/turn-1/reply": { call: "step_done", input: "not an object" },
    "closing-1/turn-1/reply": {
      call: "step_result",
      input: { status: "done", settled: ["a: it was only to be tried"] },
    },
  },
  { files: { "a.txt": "alpha\n" } },
)

/** Research that writes only at its end. */
export const WRITES_LAST = { research: { allow: [], forbid: [], late: ["write_file"] } }

export const confined = scenario(
  "a plan and a call against the rules of the task",
  {
    "plan-1/plan/try-1": say("plan_steps", {
      steps: [step(1, [], { tools: ["write_file"] }), step(2, [1])],
      task_type: "research",
    }),
    "plan-1/plan/try-2": say("plan_steps", {
      steps: [step(1, [], { tools: ["read_file"] })],
      task_type: "research",
      complexity: "simple",
      changes: "none",
    }),
    "plan-1/step-1/turn-1/reply": write("never\n"),
    "plan-1/step-1/turn-2/reply": done("nothing may be written"),
  },
  { options: { constraints: WRITES_LAST } },
)

export const outOfIterations = scenario(
  "the iterations end in the middle of a step",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1])),
    ...ringing("plan-1/step-1", "a"),
    "plan-1/step-2/turn-1/reply": bell("b"),
    "plan-1/step-2/turn-2/reply": done("b rang"),
  },
  { options: { limits: { max_iterations: 3 } } },
)

export const approved = scenario(
  "a step waits for approval, the others go on",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [], { tools: ["read_file"] })),
    ...ringing("plan-1/step-1", "a"),
    "plan-1/step-2/turn-1/reply": { call: "read_file", input: { path: "a.txt" } },
    "plan-1/step-2/turn-2/reply": done("it says alpha"),
  },
  {
    files: { "a.txt": "alpha\n" },
    options: { approve: "edits" },
    answers: { "plan-1/step-1/turn-1/task-1/approval": { kind: "approval", decision: "allow" } },
  },
)

export const dies = scenario("the model dies in a step", {
  "plan-1/plan/try-1": steps(step(1)),
  "plan-1/step-1/turn-1/reply": bell("a"),
  "plan-1/step-1/turn-2/reply": new ModelError("auth", "The key was refused."),
})

export const STEPWISE_SCENARIOS: readonly Scenario[] = [
  inOrder,
  sideBySide,
  cut,
  repaired,
  degraded,
  replanned,
  collides,
  saidAgain,
  outOfCalls,
  lastWord,
  failedForGood,
  deadlocked,
  blockedAlone,
  blockedThenReplanned,
  asked,
  overruled,
  recovered,
  neverGood,
  nudged,
  silent,
  circles,
  calledSignals,
  confined,
  outOfIterations,
  approved,
  dies,
]
