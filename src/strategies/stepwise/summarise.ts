import type { Outcome } from "../../protocol/log/outcome.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { firstMessage, systemPrompt } from "../../run/context/prompts.ts"
import { askSummarizer } from "../../run/finish/summary/summarizer.ts"
import type { Summary } from "../../run/finish/summary/summary.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { StepwiseControls } from "./controls.ts"
import type { PlanInHand } from "./plan.ts"
import * as prompts from "./prompts.ts"

/** The first layer of the summary: one forced call that goes on from the newest plan, or from the request without one. */
export function summariseRun(
  end: RunContext,
  outcome: Outcome,
  { panel }: StepwiseControls,
  plan: PlanInHand | undefined,
): Promise<Summary> {
  const conversation = plan?.conversation.fork() ?? openingOf(end)
  conversation.tell(prompts.leftOut(plan?.dropped ?? []).join("\n"))
  return askSummarizer(end, outcome, { panel, conversation, kind: "step" })
}

function openingOf(end: RunContext): Conversation {
  const conversation = new Conversation([{ role: "system", text: systemPrompt(end.environment) }])
  conversation.tell(firstMessage(end))
  return conversation
}
