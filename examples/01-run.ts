// Run a request and read the result. Every result has a message, whatever happened.
import { createAgent } from "keelson"
import { exampleModel, exampleWorkspace } from "./model.ts"

const agent = await createAgent({
  model: exampleModel({
    "analysis/try-1": {
      call: "request_analyser",
      input: {
        core_goal: "Correct the spelling in greeting.txt",
        requirements: ["greeting.txt says Hello"],
        complexity: "simple",
        estimated_phases: 1,
        phase_planner: {
          phases: [{ id: 1, name: "Correct", goal: "the greeting is spelled right", estimated_rounds: 1 }],
          execution_strategy: "sequential",
        },
        plan_tool_call: {
          tasks: [
            { id: 1, tool: "edit_file", arguments: { path: "greeting.txt", old_text: "Helo", new_text: "Hello" } },
            { id: 2, tool: "read_file", arguments: { path: "greeting.txt" }, depends_on: [1] },
          ],
        },
      },
    },
    "phase-1/round-1/judge/try-1": {
      call: "advance",
      input: {
        judge_tasks: {
          completed_tasks: [1, 2],
          phase_completed: true,
          evidence: [2],
          user_summary: "The greeting now says Hello.",
          next_action: "end_phase",
        },
        summarizer: {
          final_summary: "Corrected the spelling in greeting.txt.",
          phases_completed: 1,
          total_tasks_executed: 2,
        },
      },
    },
  }),
  workspace: await exampleWorkspace(),
  approve: "edits",
})

const result = await agent.run("Hey, could you fix the typo in the greeting file?")

console.log(result.outcome)
console.log(result.message)
