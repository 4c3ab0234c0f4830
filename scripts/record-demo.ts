import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent } from "../src/agent.ts"
import { DEMO_REQUEST } from "../src/host/prepared-demo.ts"
import { recorded } from "../src/model/rehearsal/recording.ts"
import { type RehearsalLine, renderRehearsal } from "../src/model/rehearsal/rehearsal-file.ts"
import { reply, ScriptedModel, type ScriptLine } from "../src/testing/index.ts"

/* Writes demo/rehearsal.jsonl: what the demo's model says. Run it again when prompts, controls or the sample change. */

const ANALYSIS = {
  core_goal: "Make the failing tests of the slug function pass",
  requirements: ["every test of `node --test` passes", "the tests stay as they are"],
  constraints: ["change only what is needed"],
  complexity: "simple",
  estimated_phases: 1,
  task_type: "coding",
  write_scope: [],
  clarification_needed: false,
  clarification_questions: [],
}

const PHASES = {
  phases: [{ id: 1, name: "Fix the slug function", goal: "All tests pass", estimated_rounds: 2, dependencies: [] }],
  execution_strategy: "sequential",
  total_estimated_rounds: 2,
}

const LOOK = {
  tasks: [
    { id: 1, tool: "list_files", arguments: {}, depends_on: [], why: "see what is there" },
    { id: 2, tool: "read_file", arguments: { path: "src/slug.js" }, depends_on: [], why: "read the function" },
    {
      id: 3,
      tool: "read_file",
      arguments: { path: "test/slug.test.js" },
      depends_on: [],
      why: "read what is expected",
    },
    { id: 4, tool: "run_in_terminal", arguments: { command: "node --test" }, depends_on: [], why: "see what fails" },
  ],
  reasoning: "Look at the function, its tests and the failure at once.",
}

const LOOKED = {
  task_evaluation: [
    { task_id: 1, status: "done" },
    { task_id: 2, status: "done" },
    { task_id: 3, status: "done" },
    { task_id: 4, status: "failed" },
  ],
  completed_tasks: [1, 2, 3],
  failed_tasks: [4],
  phase_completion_rate: 0.4,
  phase_completed: false,
  evidence: [],
  user_summary:
    "Two of three tests fail: the pattern in src/slug.js has no `g` flag, so only the first gap becomes a hyphen, and hyphens stay at the ends.",
  next_action: "continue_phase",
}

const FIX = {
  tasks: [
    {
      id: 1,
      tool: "edit_file",
      arguments: {
        path: "src/slug.js",
        old_text: '  return title.toLowerCase().replace(/[^a-z0-9]+/, "-")',
        new_text: '  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, "-")\n    .replace(/^-|-$/g, "")',
      },
      depends_on: [],
      why: "replace every gap, and drop hyphens at the ends",
    },
    { id: 2, tool: "run_in_terminal", arguments: { command: "node --test" }, depends_on: [1], why: "prove it" },
  ],
  reasoning: "The smallest change that the tests ask for, then the tests.",
}

const FIXED = {
  task_evaluation: [
    { task_id: 5, status: "done", quality_score: 10 },
    { task_id: 6, status: "done", quality_score: 10 },
  ],
  completed_tasks: [5, 6],
  failed_tasks: [],
  phase_completion_rate: 1,
  phase_completed: true,
  evidence: [6],
  user_summary: "slug() now replaces every gap and leaves no hyphen at the ends; all three tests pass.",
  next_action: "end_phase",
}

const SUMMARY = {
  final_summary: [
    "The failing tests pass now.",
    "",
    "- **Cause:** the pattern in `src/slug.js` had no `g` flag, so only the first gap became a hyphen; nothing removed hyphens at the ends.",
    "- **Change:** every gap is replaced, and a hyphen at either end is dropped. The tests are untouched.",
    "- **Proof:** `node --test` fails before the change and passes after it: 3 of 3 tests.",
  ].join("\n"),
  phases_completed: 1,
  total_tasks_executed: 6,
  total_rounds: 2,
  highlights: ["`src/slug.js`: two lines", "3 of 3 tests pass"],
}

/** No model is asked, so no tokens are spent. */
const USAGE = { prompt: 0, completion: 0, cached: 0 }

const SCRIPT: readonly ScriptLine[] = [
  say("request_analyser", { ...ANALYSIS, phase_planner: PHASES, plan_tool_call: LOOK }),
  say("advance", { judge_tasks: LOOKED, plan_tool_call: FIX }),
  say("advance", { judge_tasks: FIXED, summarizer: SUMMARY }),
]

function say(call: string, input: object): ScriptLine {
  return reply({ calls: [{ call, input }], usage: USAGE })
}

async function recordDemo(): Promise<void> {
  const workspace = mkdtempSync(join(tmpdir(), "keelson-demo-"))
  cpSync(new URL("../demo/sample", import.meta.url), workspace, { recursive: true })
  const lines: RehearsalLine[] = []
  const script = new ScriptedModel(SCRIPT)
  const model = recorded(script, (line) => lines.push({ ...line, prompt_digest: "not-compared" }), workspace)
  try {
    const agent = await createAgent({ model, workspace, approve: "full" })
    const { outcome, message } = await agent.run(DEMO_REQUEST)
    script.assertFinished()
    if (outcome !== "done") throw new Error(`The demo ended as ${outcome}:\n${message}`)
    const rehearsal = { model: "demo:prepared-replies", recorded_at: "2026-01-01T00:00:00.000Z", lines }
    writeFileSync(new URL("../demo/rehearsal.jsonl", import.meta.url), renderRehearsal(rehearsal))
    process.stdout.write(`${message}\n`)
  } finally {
    rmSync(workspace, { recursive: true })
  }
}

await recordDemo()
