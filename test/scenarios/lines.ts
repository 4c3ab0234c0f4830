import type { ScriptLine } from "../../src/testing/script-line.ts"

/* What a model says at each control, with only what matters to a scenario spelled out. */

type Part = Record<string, unknown>

export function analysis(more: Part = {}): Part {
  return {
    core_goal: "Put the house in order",
    requirements: ["it is in order"],
    complexity: "medium",
    estimated_phases: 1,
    ...more,
  }
}

export function phase(id: number, more: Part = {}): Part {
  return { id, name: `Phase ${id}`, goal: `reach goal ${id}`, estimated_rounds: 1, dependencies: [], ...more }
}

export function phases(list: readonly Part[], execution_strategy = "sequential"): Part {
  return { phases: list, execution_strategy }
}

export function plan(...tasks: readonly Part[]): Part {
  return { tasks, reasoning: "because" }
}

export function task(tool: string, input: Part, more: Part = {}): Part {
  return { tool, arguments: input, ...more }
}

export function ring(name: string, more: Part = {}): Part {
  return task("ring", { name }, more)
}

export function complete(evidence: readonly number[], more: Part = {}): Part {
  return {
    completed_tasks: evidence,
    phase_completed: true,
    evidence,
    user_summary: "The phase reached its goal.",
    next_action: "end_phase",
    ...more,
  }
}

export function unfinished(more: Part = {}): Part {
  return {
    completed_tasks: [],
    phase_completed: false,
    user_summary: "There is more to do here.",
    next_action: "continue_phase",
    ...more,
  }
}

export function summary(text = "Everything is in order now.", more: Part = {}): Part {
  return {
    final_summary: text,
    phases_completed: 1,
    total_tasks_executed: 1,
    highlights: ["in order"],
    missing: [],
    ...more,
  }
}

/** A forced call of one control. */
export function say(control: string, value: Part): ScriptLine {
  return { call: control, input: value }
}

/** A call of the envelope with these parts. */
export function advance(parts: Part): ScriptLine {
  return { call: "advance", input: parts }
}

/** What a model that leads says when it is asked why nothing was changed. */
export const NOTHING_TO_CHANGE: Readonly<Record<string, ScriptLine>> = {
  "closing-1/turn-1/reply": say("task_done", {
    summary: "There was nothing to change.",
    changes: "none",
  }),
}
