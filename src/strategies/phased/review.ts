import type { PhasePlan } from "../../protocol/log/control.ts"
import { isExploration } from "../../run/plans/exploration.ts"
import type { Plan } from "../../run/plans/plan.ts"
import type { Reviewed } from "../../run/questions/review.ts"
import { planChanged } from "../../run/questions/review-prompts.ts"
import type { RunContext } from "../../run/run-context.ts"
import { say } from "../../text/words/words.ts"
import { issuesAt } from "./confine.ts"
import { firstPhase, phaseIssues, phasePlanner } from "./controls.ts"
import type { PhaseWork } from "./rounds.ts"

/** Lets the user look at the phases, and change them, before the first of them begins. */
export function reviewPhases(run: RunContext, plan: PhasePlan): Promise<Reviewed<PhasePlan>> {
  const title = say(run.environment.language, "review.phases", plan.phases.map(({ name }) => name).join(", "))
  return run.review("phases", { plan, title, schema: phasePlanner.input, issues: phaseIssues })
}

/** The same for the tasks of a round that do more than look. */
export async function reviewTasks(
  here: RunContext,
  work: PhaseWork,
  plan: Plan,
  { round, firstId }: { readonly round: number; readonly firstId: number },
): Promise<Plan> {
  const { controls, plan: phases } = work.phased
  const reviewed = await here.review("plan", {
    plan,
    title: say(here.environment.language, "review.tasks", plan.tasks.map(({ tool }) => tool).join(", ")),
    schema: controls.plan.input,
    issues: (edited) => issuesAt(controls.constraints, { phases, phase: work.phase, round }, edited, firstId),
    isExploration: isExploration(plan.tasks, here.tools),
  })
  if (reviewed.isEdited) work.conversation.tell(planChanged(reviewed.plan))
  return reviewed.plan
}

/** Where the plan of a round is kept: one that came along with phases that the user changed since is not used. */
export function planName(work: PhaseWork, round: number): string {
  return work.phased.isEdited && isFirstPlan(work, round) ? "plan-anew" : "plan"
}

function isFirstPlan({ phased, phase }: PhaseWork, round: number): boolean {
  return round === 1 && phase.id === firstPhase(phased.plan)?.id
}
