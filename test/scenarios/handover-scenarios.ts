import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptLine } from "../../src/testing/script-line.ts"
import { advance, analysis, complete, phase, phases, plan, ring, summary, task } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Parts that begin in a conversation of their own, and what they are handed. */

const FILES = { "a.txt": "alpha\n", "b.txt": "beta\n", ".env": "TOKEN=nobody-may-see-this\n" }
const read = (path: string) => task("read_file", { path })
const NOTHING = { missing: [], changes: "none" }

/** The analysis brings the phases and the first plan along. */
function opening(
  list: readonly Record<string, unknown>[],
  first: Record<string, unknown>,
  strategy: string,
): ScriptLine {
  return advance({ request_analyser: analysis(), phase_planner: phases(list, strategy), plan_tool_call: first })
}

const looked = (...paths: readonly string[]) => plan(...paths.map(read))

export const phasesBesideEachOther: Scenario = {
  name: "a phase behind two that ran side by side is handed what both of them read",
  files: FILES,
  model: () =>
    keyedModel({
      "analysis/try-1": opening(
        [phase(1), phase(2), phase(3, { dependencies: [1, 2] })],
        looked("a.txt", ".env"),
        "parallel",
      ),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1], { user_summary: "It says alpha." }) }),
      "phase-2/round-1/plan/try-1": advance({ plan_tool_call: looked("b.txt") }),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1], { user_summary: "It says beta." }) }),
      "phase-3/round-1/plan/try-1": advance({ plan_tool_call: plan(ring("c")) }),
      "phase-3/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
      "closing-0/summarizer/try-1": advance({ summarizer: summary("Looked.", NOTHING) }),
    }),
}

export const phaseAfterHalf: Scenario = {
  name: "a phase after half of the limit begins afresh, with what all before it read and left unchanged",
  files: FILES,
  model: () =>
    keyedModel({
      // No phase says what it needs: in sequence it stands on those before it.
      "analysis/try-1": opening([phase(1), phase(2)], looked("a.txt", "b.txt"), "sequential"),
      "phase-1/round-1/judge/try-1": advance({
        judge_tasks: complete([1, 2], { phase_completed: false, next_action: "continue_phase" }),
        plan_tool_call: plan(task("write_file", { path: "a.txt", content: "omega\n" })),
      }),
      "phase-1/round-2/judge/try-1": advance({
        judge_tasks: complete([3], { user_summary: "Now it says omega." }),
        plan_tool_call: plan(ring("c")),
      }),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    }),
  options: { limits: { compact_at_tokens: 4000 } },
}

const mark = (id: string, status: string) => ({ call: "todo_write", input: { todos: [{ id, status }], merge: true } })
const todo = (id: string) => ({ id, content: `do part ${id}`, status: "pending" })

export const itemAfterHalf: Scenario = {
  name: "an item after half of the limit begins afresh, with the list and what was read",
  files: FILES,
  model: () =>
    keyedModel({
      "plan/try-1": { call: "todo_write", input: { todos: ["1", "2"].map(todo), merge: false } },
      "item-1/turn-1/reply": { call: "read_file", input: { path: "a.txt" } },
      "item-1/turn-2/reply": mark("1", "completed"),
      "item-2/turn-1/reply": calls([{ call: "ring", input: { name: "b" } }, mark("2", "completed")]),
      "closing-0/summarizer/try-1": { call: "task_done", input: { summary: "Looked.", ...NOTHING } },
    }),
  options: { strategy: tasks, limits: { compact_at_tokens: 2500 } },
}

export const HANDOVER_SCENARIOS: readonly Scenario[] = [phasesBesideEachOther, phaseAfterHalf, itemAfterHalf]
