import type { ApprovalRule } from "../protocol/approval.ts"
import type { ApprovalDecision } from "../protocol/event.ts"
import type { OpenQuestion } from "../protocol/run.ts"
import type { RunView } from "./run-view.ts"

/** A question that the run waits for. */
export function withQuestion(view: RunView, question: OpenQuestion): Partial<RunView> {
  return { questions: [...view.questions, question] }
}

/** It was answered. */
export function withoutQuestion(view: RunView, id: string): Partial<RunView> {
  return { questions: view.questions.filter((question) => question.id !== id) }
}

/** An answer may settle more than its question: the others about the same tool, or about calls that the same rule fits. */
export function approvalAnswered(view: RunView, id: string, decision: ApprovalDecision): Partial<RunView> {
  const question = view.questions.find((open) => open.id === id)
  if (question?.kind !== "approval") return withoutQuestion(view, id)
  const { tool, rule } = question
  if (decision === "allow_always")
    return {
      questions: view.questions.filter((open) => open.id !== id && !(open.kind === "approval" && open.tool === tool)),
      allowedTools: [...view.allowedTools, tool],
    }
  if (decision !== "remember" || !rule) return withoutQuestion(view, id)
  return {
    questions: view.questions.filter(
      (open) => open.id !== id && !(open.kind === "approval" && isSameRule(open.rule, rule)),
    ),
    rememberedRules: [...view.rememberedRules, rule],
  }
}

/** Whether two rules say the same. */
export function isSameRule(a: ApprovalRule | undefined, b: ApprovalRule): boolean {
  return a !== undefined && a.tool === b.tool && a.match === b.match && a.decision === b.decision
}
