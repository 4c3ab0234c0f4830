import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { creationTools } from "../../src/tools/creation/index.ts"
import { pictureTools } from "../../src/tools/pictures/index.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task } from "../scenarios/lines.ts"
import type { Scenario } from "../scenarios/play.ts"
import { aPng } from "../tools/a-png.ts"

/* What a run is told at its start. */

const PROJECT = {
  "package.json": '{ "name": "demo", "scripts": { "test": "node --test", "start": "node main.js" } }',
  "package-lock.json": "{}",
  "src/main.js": "console.log(1)\n",
  "AGENTS.md": "Use tabs.\n",
}

const done = say("task_done", { summary: "Looked.", changes: "none" })

const inProject: Scenario = {
  name: "react: a project with instructions, a picture, and a conversation before",
  request: "What is wrong in the picture?",
  files: PROJECT,
  model: () =>
    keyedModel({
      "turn-1/reply": calls([{ call: "run_in_terminal", input: { command: "echo up; sleep 600", background: true } }]),
      "turn-2/reply": calls([{ call: "background_process", input: { id: "p1", action: "stop" } }]),
      "turn-3/reply": done,
    }),
  options: { strategy: react, sandbox: null, tools: [...codingTools, ...pictureTools], verify: "off" },
  start: {
    attachments: [{ name: "bug.png", data: aPng(3, 2) }],
    conversation: [
      {
        ...{ request: "Write a.txt.", outcome: "done", summary: "I wrote a.txt." },
        ...{ facts: "- **Files changed:** a.txt (new)", results: "write_file a.txt (done): Wrote a.txt (1 line)." },
      },
    ],
  },
}

const withChecks: Scenario = {
  name: "phased: a project with checks",
  request: "Add a greeting.",
  files: PROJECT,
  model: () => keyedModel({ "analysis/try-1": say("request_analyser", { ...analysis(), direct_answer: "Hello." }) }),
  options: { strategy: phased },
}

const confined: Scenario = {
  name: "phased: research, which makes its document last",
  request: "Find out how tides work, and make a PDF of it.",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis({ task_type: "research", write_scope: ["tides.pdf"] })),
      "phases/try-1": say("phase_planner", phases([phase(1), phase(2)])),
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("pdf", { path: "tides.pdf", content: "# Tides" }))),
      "phase-1/round-1/plan/try-2": say("plan_tool_call", plan(task("list_files", {}))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(task("list_files", {}))),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    }),
  options: { strategy: phased, tools: [...codingTools.slice(0, 1), ...creationTools.slice(0, 1)] },
}

export const OPENINGS: readonly Scenario[] = [inProject, withChecks, confined]
