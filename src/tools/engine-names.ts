import { BUILT_IN } from "./built-in.ts"

/** The name that questions about a plan carry. */
export const PLAN = "plan"

/** The name that rules know the project's checks by. */
export const RUN_CHECK = "run_check"

/**
 * What the engine itself calls its tools, its controls and its questions. A tool of this name would be taken for them, by the
 * model, by a rule or by whoever answers; so no tool may have one.
 */
export const ENGINE_NAMES: ReadonlySet<string> = new Set([
  PLAN,
  RUN_CHECK,
  ...Object.keys(BUILT_IN.engine),
  ...["advance", "judge_tasks", "phase_planner", "plan_tool_call", "request_analyser", "summarizer", "think"],
  ...["plan_steps", "step_result", "step_done", "step_blocked", "replan"],
  ...["todo_write", "task_done", "final_answer"],
])

/** What is wrong with a tool's name; `undefined` if nothing is. */
export function nameIssue(name: string): string | undefined {
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
    return `Tool name ${JSON.stringify(name)} must be snake_case: a letter, then letters, digits and _, at most 64.`
  if (!ENGINE_NAMES.has(name)) return undefined
  return `Tool name "${name}" is the engine's own: a question or a control is called so. Give the tool another name.`
}
