import { ModelError } from "../../src/model/seam/model-error.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, reply, type ScriptLine } from "../../src/testing/script-line.ts"
import { advance, analysis, complete, phase, phases, plan, ring, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { workedFused, workedLiteral } from "./worked-example.ts"

type Lines = Readonly<Record<string, ScriptLine | readonly ScriptLine[]>>

const START: Lines = {
  "analysis/try-1": say("request_analyser", analysis()),
  "phases/try-1": say("phase_planner", phases([phase(1)])),
}
const SUMMED_UP: Lines = { "end-1/summarizer/try-1": say("summarizer", summary()) }

/** One phase in the literal flow; `lines` are the rounds. */
function literal(name: string, lines: Lines, more: Partial<Scenario> = {}): Scenario {
  return {
    name,
    model: () => keyedModel({ ...START, ...SUMMED_UP, ...lines }),
    ...more,
    options: { literal: true, ...more.options },
  }
}

const planOnce = (...tasks: Record<string, unknown>[]) => say("plan_tool_call", plan(...tasks))
const judged = (verdict: Record<string, unknown>) => say("judge_tasks", verdict)
const DOWN = () => new ModelError("broken", "nothing listens at http://127.0.0.1:1: is the server running?")

export const simpleFused: Scenario = {
  name: "a simple request takes two calls",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", {
        ...analysis({ complexity: "simple" }),
        phase_planner: phases([phase(1)]),
        plan_tool_call: plan(ring("a"), ring("b")),
      }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1, 2]), summarizer: summary() }),
    }),
}

export const fusedMissing: Scenario = {
  name: "fusion asks only for what is missing",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": advance({
        phase_planner: phases([phase(1), phase(2)]),
        plan_tool_call: plan(ring("x", { tool: "dance" })),
      }),
      "phase-1/round-1/plan/try-1": advance({ plan_tool_call: plan(ring("a")) }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
      "phase-2/round-1/plan/try-1": advance({ plan_tool_call: plan(ring("b")) }),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: { final_summary: "" } }),
      "closing-0/summarizer/try-1": advance({ summarizer: summary() }),
    }),
}

/** The rest of the phases was done along with the first: its judge brings the summary in place of the next plan. */
export const doneAlong: Scenario = {
  name: "phases that were done along with another one cost no call",
  model: () =>
    keyedModel({
      "analysis/try-1": advance({
        request_analyser: analysis(),
        phase_planner: phases([phase(1), phase(2), phase(3)]),
        plan_tool_call: plan(ring("a"), ring("b")),
      }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1, 2]), summarizer: summary() }),
    }),
}

/** A summary beside a plan with tasks is too early, and counts for nothing. */
export const notDoneAlong: Scenario = {
  name: "a plan outweighs the summary that came with it",
  model: () =>
    keyedModel({
      "analysis/try-1": advance({
        request_analyser: analysis(),
        phase_planner: phases([phase(1), phase(2)]),
        plan_tool_call: plan(ring("a")),
      }),
      "phase-1/round-1/judge/try-1": advance({
        judge_tasks: complete([1]),
        plan_tool_call: plan(ring("b")),
        summarizer: summary("Too early."),
      }),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    }),
}

export const literalDone = literal("one phase, literally", {
  "phase-1/round-1/plan/try-1": planOnce(ring("a"), task("write_file", { path: "note.txt", content: "hello\n" })),
  "phase-1/round-1/judge/try-1": judged(complete([1, 2])),
})

export const clarified = literal(
  "clarification before the plan",
  {
    "analysis/try-1": say(
      "request_analyser",
      analysis({ clarification_needed: true, clarification_questions: ["Which house?", "By when?"] }),
    ),
    "analysis-2/try-1": say("request_analyser", analysis()),
    "phase-1/round-1/plan/try-1": planOnce(ring("a")),
    "phase-1/round-1/judge/try-1": judged(complete([1])),
  },
  { answers: { "analysis/clarification-1": { kind: "clarification", text: "The red one, today." } } },
)

/** In an envelope the questions alone say that there are some. */
export const askedInOneField: Scenario = {
  name: "questions need no flag beside them",
  model: () =>
    keyedModel({
      "analysis/try-1": advance({ request_analyser: analysis({ clarification_questions: ["Which house?"] }) }),
      "analysis-2/try-1": advance({
        request_analyser: analysis(),
        phase_planner: phases([phase(1)]),
        plan_tool_call: plan(ring("a")),
      }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    }),
  answers: { "analysis/clarification-1": { kind: "clarification", text: "The red one." } },
}

const asks = (question: string) =>
  say("request_analyser", analysis({ clarification_needed: true, clarification_questions: [question] }))

export const askedTooOften = literal(
  "a third clarification is not asked any more",
  {
    "analysis/try-1": asks("Which house?"),
    "analysis-2/try-1": asks("By when?"),
    "analysis-3/try-1": asks("Which colour?"),
    "phase-1/round-1/plan/try-1": planOnce(ring("a")),
    "phase-1/round-1/judge/try-1": judged(complete([1])),
  },
  {
    answers: {
      "analysis/clarification-1": { kind: "clarification", text: "The red one." },
      "analysis/clarification-2": { kind: "clarification", text: "Today." },
    },
  },
)

export const retried = literal("failed tasks are retried, amended", {
  "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 2 })])),
  "phase-1/round-1/plan/try-1": planOnce(
    ring("a"),
    task("ring", { name: "b", fails: true }),
    ring("c", { depends_on: [2] }),
  ),
  "phase-1/round-1/judge/try-1": judged(
    unfinished({
      completed_tasks: [1, 2],
      next_action: "retry_failed",
      failed_reason: "the bell is broken",
      amended_tasks: [{ task_id: 2, arguments: { name: "b2" } }],
    }),
  ),
  "phase-1/round-2/judge/try-1": judged(complete([2, 3])),
})

export const replanned = literal("replan starts over", {
  "phase-1/round-1/plan/try-1": planOnce(ring("a")),
  "phase-1/round-1/judge/try-1": judged(unfinished({ next_action: "replan" })),
  "phase-1/round-2/plan/try-1": planOnce(ring("b")),
  "phase-1/round-2/judge/try-1": judged(complete([2])),
})

const stuckRounds: Lines = Object.fromEntries(
  [1, 2, 3].flatMap((round) => [
    [`phase-1/round-${round}/plan/try-1`, planOnce(ring(`r${round}`))],
    [`phase-1/round-${round}/judge/try-1`, judged(unfinished())],
  ]),
)

export const forced = literal("a phase is ended by force", {
  ...stuckRounds,
  "phases/try-1": say("phase_planner", phases([phase(1), phase(2), phase(3, { dependencies: [1] })])),
  "phase-2/round-1/plan/try-1": planOnce(ring("b")),
  "phase-2/round-1/judge/try-1": judged(complete([1])),
  "phase-3/round-1/plan/try-1": planOnce(ring("c")),
  "phase-3/round-1/judge/try-1": judged(complete([1])),
})

export const seenForItself = literal("called complete with evidence that does not exist", {
  "phase-1/round-1/plan/try-1": planOnce(ring("a"), task("list_files", {})),
  "phase-1/round-1/judge/try-1": judged(complete([], { evidence: [99] })),
})

/** Nothing that was to be done succeeded; the judge is asked again, and then it goes on. */
export const unproven = literal("called complete without a deed", {
  "phase-1/round-1/plan/try-1": planOnce(task("ring", { name: "a", fails: true })),
  "phase-1/round-1/judge/try-1": judged(complete([])),
  "phase-1/round-1/judge-again/try-1": judged(complete([])),
  "phase-1/round-2/plan/try-1": planOnce(ring("b")),
  "phase-1/round-2/judge/try-1": judged(complete([2])),
})

export const givenUp = literal("the judge gives a phase up", {
  "phase-1/round-1/plan/try-1": planOnce(task("ring", { name: "a", fails: true })),
  "phase-1/round-1/judge/try-1": judged(
    unfinished({ completed_tasks: [1], next_action: "end_phase", failed_reason: "no bell at all" }),
  ),
})

export const parallel = literal("phases side by side", {
  "phases/try-1": say("phase_planner", phases([phase(1), phase(2), phase(3, { dependencies: [1, 2] })], "parallel")),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((id) => [
      [
        `phase-${id}/round-1/plan/try-1`,
        planOnce(ring(`p${id}`), task("write_file", { path: `${id}.txt`, content: "x" })),
      ],
      [`phase-${id}/round-1/judge/try-1`, judged(complete([1, 2]))],
    ]),
  ),
})

export const repaired = literal("bad answers are repaired", {
  "analysis/try-1": "Sure, I will put the house in order!",
  "analysis/try-2": reply({ text: "" }),
  "analysis/try-3": say("request_analyser", analysis()),
  "phases/try-1": calls([{ call: "run_in_terminal", input: { command: "touch stray" } }]),
  "phases/try-2": say("phase_planner", phases([phase(1, { dependencies: [2] }), phase(2, { dependencies: [1] })])),
  "phases/try-3": say("phase_planner", phases([phase(1)])),
  "phase-1/round-1/plan/try-1": planOnce(...Array.from({ length: 9 }, (_, index) => ring(`n${index}`))),
  "phase-1/round-1/plan/try-2": reply({ calls: [{ call: "plan_tool_call", input: '{"tasks":[{"tool":"ring"' }] }),
  "phase-1/round-1/plan/try-3": calls([
    { call: "plan_tool_call", input: plan(ring("a")) },
    { call: "ring", input: { name: "stray" } },
  ]),
  "phase-1/round-1/judge/try-1": reply({
    calls: [{ call: "judge_tasks", input: `{"completed_tasks":[1]` }],
    finish: "length",
  }),
  "phase-1/round-1/judge/try-2": judged(complete([1], { phase_completed: "surely" })),
  "phase-1/round-1/judge/try-3": judged(complete([1])),
})

export const controlFailed = literal("a control that never comes", {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`phase-1/round-1/plan/try-${n}`, "I would rather not."])),
})

/** Rounds without end: every plan rings once, no judge is content. */
function endless(): KeyedModel {
  const answer = (request: { purpose: { key: string; control: string } }): ScriptLine => {
    const { control } = request.purpose
    if (control === "request_analyser") return say(control, analysis())
    if (control === "phase_planner")
      return say(control, phases([1, 2, 3, 4, 5].map((id) => phase(id, { estimated_rounds: 10 }))))
    if (control === "plan_tool_call") return planOnce(ring(request.purpose.key))
    if (control === "judge_tasks") return judged(unfinished())
    return say("summarizer", summary("Not finished, and here is how far it came."))
  }
  return keyedModel(new Proxy({}, { get: () => answer }) as Lines)
}

export const iterationLimit: Scenario = {
  name: "the iteration limit ends it with a summary",
  model: endless,
  options: { literal: true, limits: { max_iterations: 8 } },
}

export const summarizerFails = literal("a summarizer that fails in every way", {
  "phase-1/round-1/plan/try-1": planOnce(ring("a")),
  "phase-1/round-1/judge/try-1": judged(complete([1])),
  "end-1/summarizer/try-1": "prose",
  "end-1/summarizer/try-2": reply({ calls: [{ call: "summarizer", input: "{" }] }),
  "end-1/summarizer/try-3": say("summarizer", { final_summary: "  " }),
  "end-1/summarizer/try-4": reply({ text: "" }),
  "end-1/summarizer/try-5": reply({ text: '{"final_summary": ""}' }),
  "end-1/summarizer/try-6": reply({ text: "I can't.", finish: "refused" }),
  "end-1/plain": reply({ text: "  " }),
})

export const plainSummary = literal("a model that can only write", {
  "phase-1/round-1/plan/try-1": planOnce(ring("a")),
  "phase-1/round-1/judge/try-1": judged(complete([1])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`end-1/summarizer/try-${n}`, "prose"])),
  "end-1/plain": "It is in order; I just can't fill in forms.",
})

export const modelDown: Scenario = {
  name: "the model is down from the start",
  model: () => keyedModel({ "analysis/try-1": DOWN() }),
}

export const modelDies = literal("the model dies in the middle", {
  "phase-1/round-1/plan/try-1": planOnce(ring("a")),
  "phase-1/round-1/judge/try-1": DOWN(),
})

export const approved = literal(
  "approval asked and given",
  {
    "phase-1/round-1/plan/try-1": planOnce(
      task("write_file", { path: "a", content: "a" }),
      task("write_file", { path: "b", content: "b" }),
      task("read_file", { path: "c" }),
    ),
    "phase-1/round-1/judge/try-1": judged(complete([1, 2])),
  },
  {
    files: { c: "c" },
    options: { approve: "ask" },
    answers: {
      "phase-1/round-1/task-1/approval": { kind: "approval", decision: "allow" },
      "phase-1/round-1/task-2/approval": { kind: "approval", decision: "allow" },
    },
  },
)

export const denied = literal(
  "approval denied",
  {
    "phase-1/round-1/plan/try-1": planOnce(ring("a")),
    "phase-1/round-1/judge/try-1": judged(unfinished({ next_action: "end_phase" })),
  },
  {
    options: { approve: "ask" },
    answers: { "phase-1/round-1/task-1/approval": { kind: "approval", decision: "deny", reason: "too loud" } },
  },
)

export const PHASED_SCENARIOS: readonly Scenario[] = [
  simpleFused,
  fusedMissing,
  literalDone,
  doneAlong,
  notDoneAlong,
  clarified,
  askedInOneField,
  askedTooOften,
  retried,
  replanned,
  forced,
  seenForItself,
  unproven,
  givenUp,
  parallel,
  repaired,
  controlFailed,
  iterationLimit,
  summarizerFails,
  plainSummary,
  modelDown,
  modelDies,
  approved,
  denied,
  workedLiteral,
  workedFused,
]
