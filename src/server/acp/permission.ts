import type {
  PermissionOption,
  RequestPermissionOutcome,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk"
import type { Language } from "../../protocol/log/environment.ts"
import { ApprovalDecision } from "../../protocol/log/event.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { fence } from "../../text/fence.ts"
import { networkQuestion, sayNetwork } from "../../text/words/network-question.ts"
import { riskLines } from "../../text/words/risk-lines.ts"
import { headlineOf, judgedText } from "../../view/approval-text.ts"
import { askedCallId } from "./call-id.ts"
import { diffContent } from "./diff-content.ts"
import { say } from "./words.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** Of which run, and how it is shown. */
type Asking = { readonly runId: string; readonly workspace: string; readonly language: Language }

/** What is asked about, as a call that waits. */
export function askedCall(question: Approval, { runId, workspace, language }: Asking): ToolCallUpdate {
  const diff = diffContent(question.detail, workspace)
  const risks = riskLines(language, question)
  const told: ToolCallContent[] = diff.length > 0 ? diff : [textContent(fence(judgedText(question)))]
  return {
    toolCallId: askedCallId(runId, question),
    title: question.network ? networkQuestion(language, question.network) : headlineOf(question),
    status: "pending",
    content: [...told, ...risks.map(textContent)],
  }
}

function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } }
}

/** The answers to it. What is granted widely has an answer of its own, and says how widely. */
export function permissionOptions({ about, tool, rule }: Approval, language: Language): PermissionOption[] {
  const isPlan = about === "plan"
  const what = about === "network" ? sayNetwork(language, "hosts") : tool
  const option = (optionId: ApprovalDecision, kind: PermissionOption["kind"], name: string) => ({
    optionId,
    kind,
    name,
  })
  return [
    option("allow", "allow_once", say(language, isPlan ? "run_plan" : "allow")),
    ...(isPlan || about === "exception"
      ? []
      : [option("allow_always", "allow_always", say(language, "allow_run", what))]),
    ...(rule ? [option("remember", "allow_always", say(language, "allow_folder", rule.match ?? rule.tool))] : []),
    option("deny", "reject_once", say(language, isPlan ? "no_plan" : "deny")),
  ]
}

/** `undefined` where nothing was chosen: the question stays open. */
export function decisionOf(outcome: RequestPermissionOutcome): Answer | undefined {
  if (outcome.outcome !== "selected") return undefined
  const decision = ApprovalDecision.safeParse(outcome.optionId)
  return decision.success ? { kind: "approval", decision: decision.data } : undefined
}
