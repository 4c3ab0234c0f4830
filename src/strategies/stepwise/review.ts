import type { Conversation } from "../../run/context/conversation.ts"
import { planChanged } from "../../run/questions/review-prompts.ts"
import type { RunContext } from "../../run/run-context.ts"
import { say } from "../../text/words/words.ts"
import type { StepPlan, StepwiseControls } from "./controls.ts"

/** Lets the user look at the steps, and change them, before the first of them begins. */
export async function reviewSteps(
  here: RunContext,
  controls: StepwiseControls,
  conversation: Conversation,
  { plan, issues }: { readonly plan: StepPlan; readonly issues: (edited: StepPlan) => readonly string[] },
): Promise<StepPlan> {
  const names = plan.steps.map(({ description }) => description).join("; ")
  const title = say(here.environment.language, "review.steps", names)
  const reviewed = await here.review("plan", { plan, title, schema: controls.plan.input, issues })
  if (reviewed.isEdited) conversation.tell(planChanged(reviewed.plan))
  return reviewed.plan
}
