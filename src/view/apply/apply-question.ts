import type { ApprovalRule } from "../../protocol/log/approval.ts"
import type { ApprovalDecision } from "../../protocol/log/event.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { RunView } from "../run-view.ts"

/** A question that the run waits for. */
export function withQuestion(view: RunView, question: OpenQuestion): Partial<RunView> {
  return { questions: [...view.questions, question] }
}

/** It was answered. */
export function withoutQuestion(view: RunView, id: string): Partial<RunView> {
  return { questions: view.questions.filter((question) => question.id !== id) }
}

/** An answer may settle more than its question: the others about the same thing, or about calls that the same rule fits. */
export function approvalAnswered(view: RunView, id: string, decision: ApprovalDecision): Partial<RunView> {
  const question = view.questions.find((open) => open.id === id)
  if (question?.kind !== "approval") return withoutQuestion(view, id)
  if (decision === "allow_always") {
    const added = grantOf(view, question)
    const isOpen = (open: OpenQuestion) =>
      open.id !== id && !(open.kind === "approval" && isAllowed({ ...view, ...added }, open))
    return { ...added, questions: view.questions.filter(isOpen) }
  }
  const { rule } = question
  if (decision !== "remember" || !rule) return withoutQuestion(view, id)
  return {
    questions: view.questions.filter(
      (open) => open.id !== id && !(open.kind === "approval" && isSameRule(open.rule, rule)),
    ),
    rememberedRules: [...view.rememberedRules, rule],
  }
}

type Grants = Pick<RunView, "allowedTools" | "allowedHosts" | "unasked">
type Asked = Pick<Extract<OpenQuestion, { kind: "approval" }>, "about" | "tool" | "network">

/** Whether the user said that this is not to be asked about again in this run. */
export function isAllowed(grants: Grants, { about = "call", tool, network }: Asked): boolean {
  const { allowedTools, allowedHosts, unasked } = grants
  switch (about) {
    case "call":
      return allowedTools.includes(tool)
    case "plan":
    case "check":
      return unasked.includes(about)
    case "network":
      return network?.hosts.every(({ name }) => allowedHosts.some((host) => host.name === name)) ?? false
    case "exception":
      return false
  }
}

/** What "for the rest of the run" adds, by what was asked about; each exception is a question of its own. */
function grantOf(grants: Grants, { about = "call", tool, network }: Asked): Partial<Grants> {
  const { allowedTools, allowedHosts, unasked } = grants
  switch (about) {
    case "call":
      return { allowedTools: [...allowedTools, tool] }
    case "plan":
    case "check":
      return { unasked: [...unasked, about] }
    case "network":
      return { allowedHosts: [...allowedHosts, ...(network?.hosts ?? [])] }
    case "exception":
      return {}
  }
}

/** Whether two rules say the same. */
export function isSameRule(a: ApprovalRule | undefined, b: ApprovalRule): boolean {
  return a !== undefined && a.tool === b.tool && a.match === b.match && a.decision === b.decision
}
