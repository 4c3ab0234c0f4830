import { z } from "zod"
import { RunListItem } from "../../protocol/api/api.ts"
import { CheckStatus, type FileChange } from "../../protocol/log/event.ts"
import type { OpenQuestion, RunResult } from "../../protocol/log/run.ts"
import { networkQuestion } from "../../text/words/network-question.ts"
import { riskLines } from "../../text/words/risk-lines.ts"
import { headlineOf, judgedText } from "../../view/approval-text.ts"

const Question = z.object({
  id: z.string(),
  kind: z.enum(["clarification", "approval"]).describe("clarification: answer with text; approval: with a decision"),
  text: z.string(),
  detail: z.string().describe("A diff, a command line or a plan, to judge by"),
})

/** A run as the tools of the MCP server tell it. */
export const RunReport = z.object({
  run_id: z.string(),
  outcome: RunListItem.shape.outcome,
  live: z.boolean().describe("Whether some process carries it out right now"),
  reason: z.string().describe("Why it ended so; empty for done"),
  summary: z.string().describe("Markdown; empty until the run has ended"),
  verified: z.boolean().describe("True only if it is done and the project's checks all passed"),
  missing: z.array(z.string()).describe("What an incomplete run did not do, as far as that is known"),
  refused: z.array(z.string()).describe("What was not done because a person or a rule refused it"),
  checks: z.array(z.object({ name: z.string(), status: CheckStatus })),
  files: z.array(z.object({ path: z.string(), change: z.enum(["new", "changed", "deleted"]) })),
  questions: z.array(Question).describe("What the run waits for"),
  next: z.string().describe("What to do now; empty after an end"),
})
export type RunReport = z.infer<typeof RunReport>

export function runReport(result: RunResult, live: boolean): RunReport {
  const { run_id, outcome, reason, message, verified, ...rest } = result
  const hasEnded = outcome !== "running" && outcome !== "waiting"
  return {
    run_id,
    outcome,
    live,
    reason,
    summary: hasEnded ? message : "",
    verified,
    missing: [...(rest.missing ?? [])],
    refused: [...(rest.refused ?? [])],
    checks: rest.checks.map(({ name, status }) => ({ name, status })),
    files: rest.files.map((file) => ({ path: file.path, change: changeOf(file) })),
    questions: rest.questions.map(questionOf),
    next: nextStep(result, live),
  }
}

function nextStep({ outcome }: RunResult, live: boolean): string {
  if (live) return "The run goes on. Call get_run with its run_id, and wait_s if you want to wait for it."
  if (outcome === "waiting") return "The run waits. Ask the user unless you know their answer, then call answer."
  if (outcome !== "running") return ""
  return "The run was interrupted; what it did is kept. It can be resumed, but not by a tool of this server: tell the user."
}

function questionOf(question: OpenQuestion): RunReport["questions"][number] {
  const { id, kind } = question
  if (kind === "clarification") return { id, kind, text: question.questions.join("\n"), detail: "" }
  const detail = [judgedText(question), ...riskLines("en", question)].join("\n")
  return { id, kind, text: question.network ? networkQuestion("en", question.network) : headlineOf(question), detail }
}

function changeOf({ before, after }: FileChange): "new" | "changed" | "deleted" {
  if (before === null) return "new"
  return after === null ? "deleted" : "changed"
}
