import type { ServerScript } from "../../src/testing/model-server.ts"
import { type ChatBody, type Completion, call, forcedTool, text } from "../../src/testing/server-reply.ts"

const ANALYSIS = {
  core_goal: "Look around the workspace without end",
  requirements: ["the workspace was looked at"],
  constraints: [],
  complexity: "medium",
  estimated_phases: 1,
  task_type: "general",
  write_scope: [],
  clarification_needed: false,
  clarification_questions: [],
}

const PHASES = {
  phases: [{ id: 1, name: "look", goal: "Look at the workspace", estimated_rounds: 10, dependencies: [] }],
  execution_strategy: "sequential",
  total_estimated_rounds: 10,
}

/** Always something else, and never anything new: it goes in no circle that could be seen. */
function plan(body: ChatBody): object {
  const pattern = `nothing-${body.messages.length}`
  const tasks = [{ id: 1, tool: "search_code", arguments: { pattern }, depends_on: [], why: "to see what is there" }]
  return { tasks, reasoning: "One more look." }
}

const VERDICT = {
  task_evaluation: [],
  completed_tasks: [],
  failed_tasks: [],
  phase_completed: false,
  evidence: [],
  user_summary: "Looked at the workspace once more; not finished yet.",
  next_action: "continue_phase",
}

const SUMMARY = {
  final_summary: "The workspace was looked at again and again, but the work was not finished.",
  phases_completed: 0,
  total_tasks_executed: 0,
  highlights: [],
}

const CONTROLS: Readonly<Record<string, object>> = {
  request_analyser: ANALYSIS,
  phase_planner: PHASES,
  judge_tasks: VERDICT,
  summarizer: SUMMARY,
}

/** A model that plans one look after another and never calls its phase complete. `envelope` names the fused control. */
export function neverDone(envelope: string): (body: ChatBody) => Completion {
  return (body) => {
    const tool = forcedTool(body) ?? body.tools?.[0]?.function.name
    const answers: Readonly<Record<string, object>> = { ...CONTROLS, plan_tool_call: plan(body) }
    if (tool === envelope) return call(envelope, answers)
    const answer = tool === undefined ? undefined : answers[tool]
    return tool !== undefined && answer ? call(tool, answer) : text("I am still looking at the workspace.")
  }
}

/** Scenarios by the name under which `model-server-main.ts` starts them. */
export const SCENARIOS: Readonly<Record<string, (envelope: string) => ServerScript>> = {
  "never-done": neverDone,
}
