import { Teller } from "./teller.ts"

type Tell = (at: number) => Teller

/** Runs that ask about a plan, wait for each other, or were taken back. */
export function waitingRuns(): readonly (readonly [id: string, tell: Tell])[] {
  return [
    ["plan", planRun],
    ["plan-back", planBackRun],
    ["blocked", blockedRun],
    ["list", listRun],
    ["undone", undoneRun],
  ]
}

const REQUEST = "Send receipts by e-mail, in the customer's language"

const PHASES = [
  {
    id: 1,
    name: "Understand checkout",
    goal: "It is known where a purchase ends, and what a receipt needs",
    estimated_rounds: 1,
    dependencies: [],
  },
  {
    id: 2,
    name: "Write the templates",
    goal: "One template a language, and a test that none is missing",
    estimated_rounds: 2,
    dependencies: [1],
  },
  {
    id: 3,
    name: "Send them",
    goal: "A purchase queues its receipt; a failed delivery is tried again",
    estimated_rounds: 3,
    dependencies: [1],
  },
  { id: 4, name: "Prove it", goal: "The whole way is covered by a test", estimated_rounds: 1, dependencies: [2, 3] },
]

/** Phases that wait for somebody to look at them. */
export function planRun(at: number): Teller {
  const teller = new Teller(at).begin({ request: REQUEST, strategy: "phased" }).state("PLANNING")
  teller.call("phases", "phase_planner", { ms: 3400, prompt: 1900, completion: 380 })
  const detail = JSON.stringify({ phases: PHASES, execution_strategy: "sequential" }, null, 2)
  const summary = `phases: ${PHASES.map(({ name }) => name).join(", ")}`
  return asks(teller, { question: "phases/review-1", summary, detail })
}

/** First tasks that somebody changed into something that can't be used. */
function planBackRun(at: number): Teller {
  const teller = new Teller(at).begin({ request: REQUEST, strategy: "rounds" }).state("PLANNING")
  teller.stage("round-1", "round", "Round 1").call("round-1/plan", "plan_tool_call", { ms: 2400, prompt: 1900 })
  const tasks = [
    { tool: "read_file", arguments: { path: "src/checkout.ts" }, why: "see where a purchase ends" },
    { tool: "run_in_terminal", arguments: { command: "npm test", timeout_ms: 60_000 }, depends_on: [1] },
  ]
  const plan = {
    summary: "tasks: read_file, run_in_terminal",
    detail: JSON.stringify({ tasks, reasoning: "Look first." }),
  }
  asks(teller, { question: "round-1/plan/review-1", ...plan }).pass(40_000)
  teller.tell("round-1/plan/review-1", {
    type: "approval.answered",
    question: "round-1/plan/review-1",
    decision: "allow",
    reason: "",
    edited: { tasks: [] },
  })
  const problem = "Your version can't be used (tasks: Too small: expected array to have >=1 items)."
  return asks(teller, { question: "round-1/plan/review-2", ...plan, summary: `${problem} ${plan.summary}` })
}

function asks(teller: Teller, about: { question: string; summary: string; detail: string }): Teller {
  return teller.tell(about.question, { type: "approval.asked", about: "plan", tool: "plan", ...about }).state("WAITING")
}

/** Steps that wait for one that can't be done, after a plan was replaced. */
export function blockedRun(at: number): Teller {
  const teller = new Teller(at).begin({ request: "Print a label for every parcel", strategy: "stepwise" })
  const step = (id: number, description: string, dependencies: number[]) => ({
    id,
    description,
    dependencies,
    tools: ["read_file"],
    done_when: "it is proven",
  })
  teller.call("plan-1/plan", "plan_steps", { ms: 2600, prompt: 1800, completion: 210 })
  teller.tell("plan-1/steps", { type: "steps.planned", generation: 1, steps: [step(1, "Ask the old printer", [])] })
  teller.state("EXECUTING")
  tryStep(teller, "plan-1/step-1", "Ask the old printer", "lpstat -p old")
  teller.endStage("plan-1/step-1", "incomplete", "the old printer is gone")
  teller.tell("plan-2", {
    type: "plan.replaced",
    generation: 2,
    reason: "step 1 asked for another plan: the old printer is gone",
    kept: [],
  })
  teller.call("plan-2/plan", "plan_steps", { ms: 2300, prompt: 2900, completion: 180, cached: 1800 })
  const steps = [step(2, "Log in to the new printer", []), step(3, "Print a label", [2])]
  teller.tell("plan-2/steps", { type: "steps.planned", generation: 2, steps })
  tryStep(teller, "plan-2/step-2", "Log in to the new printer", "printer login --key $PRINTER_KEY")
  teller.endStage("plan-2/step-2", "blocked", "its key is missing").pass(20)
  teller.stage("plan-2/step-3", "step", "Print a label").endStage("plan-2/step-3", "blocked", "step 3 waits for step 2")
  teller.tell("deadlock", {
    type: "deadlock.found",
    waiting: [
      { step: 2, waits_for: [], why: "its key is missing" },
      { step: 3, waits_for: [2], why: "step 2 is blocked: its key is missing" },
    ],
    change: "finish step 2, which frees step 3",
  })
  return teller.end({ status: "blocked", reason: "step 3 waits for step 2" }, "The labels need the printer's key.")
}

/** A step with a turn in which a command fails. */
function tryStep(teller: Teller, stage: string, title: string, command: string): void {
  const turn = `${stage}/turn-1`
  teller.stage(stage, "step", title).stage(turn, "turn", "Turn 1")
  teller.call(`${turn}/reply`, "reply", { ms: 1900, prompt: 3200, completion: 90, cached: 1800 })
  teller.work(turn, [
    {
      tool: "run_in_terminal",
      title: `Run ${command}`,
      input: { command },
      ms: 700,
      status: "failed",
      digest: "Exit code 1.",
    },
  ])
  teller.endStage(turn, "done", "")
}

/** A list that is handed out item by item, chosen by `auto`. */
function listRun(at: number): Teller {
  const teller = new Teller(at).begin({ request: "Tidy the handbook", strategy: "auto" })
  teller.tell("auto", { type: "strategy.chosen", strategy: "tasks", reason: "three things, one after the other" })
  teller.tell("todo", {
    type: "todo.changed",
    by: "engine",
    todos: [
      { id: "1", content: "Fix the links", status: "completed" },
      { id: "2", content: "Sort the chapters", status: "in_progress" },
      { id: "3", content: "Write the index", status: "pending" },
    ],
  })
  teller.state("EXECUTING").stage("item-1", "item", "Fix the links").stage("item-1/try-1/turn-1", "turn", "Turn 1")
  teller.endStage("item-1/try-1/turn-1", "done", "").endStage("item-1", "done", "")
  return teller.stage("item-2", "item", "Sort the chapters").stage("item-2/try-1/turn-1", "turn", "Turn 1")
}

/** Done, and taken back. */
function undoneRun(at: number): Teller {
  const teller = new Teller(at).begin({ request: "Write the notes", strategy: "react" }).state("EXECUTING")
  teller.stage("turn-1", "turn", "Turn 1")
  teller.work("turn-1", [{ tool: "write_file", title: "Write NOTES.md", input: {}, ms: 40, changes: ["NOTES.md"] }])
  teller.endStage("turn-1", "done", "").end({ status: "done", verified: false }, "The notes are written.")
  return teller.tell("undo-1", {
    type: "undo.made",
    stages: ["turn-1"],
    tree_before: "a".repeat(40),
    tree_after: "b".repeat(40),
    changes: [{ path: "NOTES.md", before: "b1", after: "a" }],
    undoes: null,
  })
}
