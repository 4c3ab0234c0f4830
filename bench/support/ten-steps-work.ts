import type { Completion } from "../../src/testing/server-reply.ts"
import { call } from "../../src/testing/server-reply.ts"
import type { Task, Work } from "./stage-run.ts"

/* Ten steps of coding: look around, change three files, write a test, run it. */

const NAMES = ["cart", "price", "tax", "order"]

/** About sixty lines each, as files of a small project have them. */
function source(name: string): string {
  const functions = Array.from({ length: 10 }, (_, index) =>
    [
      `/** Step ${index + 1} of ${name}: adds up what the items cost and rounds the sum. */`,
      `export function ${name}Step${index + 1}(items) {`,
      `  const total = items.reduce((sum, item) => sum + item.amount * item.count, ${index})`,
      "  return Math.round(total * 100) / 100",
      "}",
      "",
    ].join("\n"),
  )
  return functions.join("\n")
}

const edit = (name: string): Task => ({
  tool: "edit_file",
  arguments: {
    path: `src/${name}.js`,
    old_text: `export function ${name}Step1(items) {`,
    new_text: `export function ${name}Step1(items = []) {`,
  },
})

const LOOK: readonly Task[] = [
  { tool: "list_files", arguments: { path: "." } },
  ...NAMES.map((name) => ({ tool: "read_file", arguments: { path: `src/${name}.js` } })),
]

const TEST = 'import { cartStep1 } from "../src/cart.js"\n\nif (cartStep1() !== 0) throw new Error("cartStep1")\n'

const CHANGE: readonly Task[] = [
  ...NAMES.slice(0, 3).map(edit),
  { tool: "write_file", arguments: { path: "test/cart.test.js", content: TEST } },
  { tool: "run_in_terminal", arguments: { command: "node test/cart.test.js && echo passed" } },
]

export const TEN_TASKS: readonly Task[] = [...LOOK, ...CHANGE]

const ANSWER = "The first step of cart, price and tax takes no items as an empty list; a test shows it and passes."

export const tenSteps: Work = {
  request:
    "The first step functions of cart, price and tax in src/ break when they are called without items. Make them treat that as an empty list, add a test for cart, and run it.",
  files: {
    "package.json": '{ "name": "shop", "type": "module" }\n',
    ...Object.fromEntries(NAMES.map((name) => [`src/${name}.js`, source(name)])),
  },
}

/** How a run of ours may go: the analysis brings the first plan along, the first judge the second, the last one the summary. */
export const TEN_STEPS_FUSED: readonly Completion[] = [
  call("request_analyser", {
    core_goal: "Make the first step functions of cart, price and tax accept a call without items",
    requirements: ["a call without items counts as an empty list", "a test for cart exists", "the test passes"],
    complexity: "simple",
    estimated_phases: 1,
    phase_planner: {
      phases: [{ id: 1, name: "Fix", goal: "The functions accept no items, and a test shows it", estimated_rounds: 2 }],
      execution_strategy: "sequential",
    },
    plan_tool_call: { tasks: LOOK, reasoning: "Look at everything that may have to change." },
  }),
  call("advance", {
    judge_tasks: {
      completed_tasks: [1, 2, 3, 4, 5],
      phase_completed: false,
      user_summary: "Read the four files and found the functions to change.",
      next_action: "continue_phase",
    },
    plan_tool_call: { tasks: inOrder(CHANGE), reasoning: "Change, then check." },
  }),
  call("advance", {
    judge_tasks: {
      completed_tasks: [6, 7, 8, 9, 10],
      phase_completed: true,
      evidence: [10],
      user_summary: "The functions accept no items; the test passes.",
      next_action: "end_phase",
    },
    summarizer: { final_summary: ANSWER, phases_completed: 1, total_tasks_executed: 10, highlights: ["test passes"] },
  }),
]

/** The check comes after everything that it checks. */
function inOrder(tasks: readonly Task[]): object[] {
  const last = tasks.length
  return tasks.map((task, index) =>
    index + 1 === last ? { ...task, depends_on: tasks.slice(0, -1).map((_, other) => other + 1) } : task,
  )
}
