import type { ApprovalRule } from "../../src/protocol/log/approval.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { analysis, complete, phase, phases, plan, ring, say, summary, task } from "./lines.ts"
import type { Scenario } from "./play.ts"

const START = {
  "analysis/try-1": say("request_analyser", analysis()),
  "phases/try-1": say("phase_planner", phases([phase(1)])),
  "end-1/summarizer/try-1": say("summarizer", summary()),
}

function ruled(name: string, tasks: readonly Record<string, unknown>[], more: Partial<Scenario>): Scenario {
  return {
    name: `rules: ${name}`,
    model: () =>
      keyedModel({
        ...START,
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      }),
    ...more,
    options: { approve: "ask", literal: true, ...more.options },
  }
}

const RULES: readonly ApprovalRule[] = [
  { tool: "write_file", match: "src/**", decision: "allow" },
  { tool: "*_file", match: "src/secret*", decision: "deny" },
]

const write = (path: string) => task("write_file", { path, content: "new\n" })

export const byPath = ruled(
  "allowed, denied and asked about, by path",
  [write("src/a.txt"), write("src/secret.txt"), write("b.txt")],
  {
    files: { "src/x": "" },
    answers: { "phase-1/round-1/task-3/approval": { kind: "approval", decision: "deny", reason: "not there" } },
    options: { rules: RULES },
  },
)

export const rememberedOnce = ruled(
  "what is remembered settles the others like it",
  [ring("a"), ring("b", { depends_on: [1] })],
  {
    answers: {
      "phase-1/round-1/task-1/approval": { kind: "approval", decision: "remember" },
    },
  },
)

export const RULE_SCENARIOS: readonly Scenario[] = [byPath, rememberedOnce]
