import { type ChatBody, type Completion, call } from "../../src/testing/server-reply.ts"

/** How many rounds the busy model takes; each runs two commands and writes a file. */
export const ROUNDS = 5

/** A model without memory: it does one phase of busy work, and what it says depends only on what it is asked. */
export function busyModel(body: ChatBody): Completion {
  if (body.messages.at(-1)?.content?.includes("Due: request_analyser"))
    return call("advance", { request_analyser: analysis(body) })
  const replies = body.messages.filter((message) => message.role === "assistant").length
  if (replies === 0) return call("advance", { phase_planner: PHASES, plan_tool_call: plan(1) })
  const round = replies - 1
  if (round < ROUNDS) return call("advance", { judge_tasks: verdict(round, false), plan_tool_call: plan(round + 1) })
  return call("advance", { judge_tasks: verdict(round, true), summarizer: SUMMARY })
}

const PHASES = {
  phases: [{ id: 1, name: "Busy", goal: "be busy", estimated_rounds: ROUNDS }],
  execution_strategy: "sequential",
}

const SUMMARY = { final_summary: "The busy work is done.", phases_completed: 1, total_tasks_executed: 3 * ROUNDS }

/** The trial's name comes back in the goal, so that later requests show whose they are. */
function analysis(body: ChatBody): object {
  const trial = /trial \d+/.exec(JSON.stringify(body.messages))?.[0] ?? ""
  return {
    core_goal: `Do the busy work of ${trial}.`,
    requirements: ["all rounds are run"],
    complexity: "medium",
    estimated_phases: 1,
  }
}

function plan(round: number): object {
  const command = (name: string) => ({
    tool: "run_in_terminal",
    arguments: { command: `echo ${round}-${name} >> ran.txt` },
  })
  return {
    tasks: [
      command("a"),
      command("b"),
      { tool: "write_file", arguments: { path: `${round}.txt`, content: `${round}\n` } },
    ],
  }
}

function verdict(round: number, isComplete: boolean): object {
  return {
    completed_tasks: [],
    phase_completed: isComplete,
    evidence: isComplete ? [3 * round] : [],
    user_summary: `Round ${round} of the busy work was run.`,
    next_action: isComplete ? "end_phase" : "continue_phase",
  }
}
