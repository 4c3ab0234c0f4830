import { Complexity, type PlannedTask } from "../../protocol/log/control.ts"
import { constraintsFor } from "../../run/constraints/constraints.ts"
import { planBreaches } from "../../run/constraints/plan-breaches.ts"
import { recognise } from "../../run/constraints/recognise.ts"
import { isExploration } from "../../run/plans/exploration.ts"
import { numberTasks, planIssues } from "../../run/plans/plan.ts"
import { planChanged } from "../../run/questions/review-prompts.ts"
import type { RunContext } from "../../run/run-context.ts"
import { say } from "../../text/words/words.ts"
import type { RoundPlan, ThinkReading } from "./controls.ts"
import * as prompts from "./prompts.ts"
import type { Work } from "./work.ts"

/** The tasks of a round; the first plan also says what kind of work it is. */
export async function plan(
  run: RunContext,
  here: RunContext,
  work: Work,
  { round: number }: { readonly round: number },
): Promise<PlannedTask[]> {
  const { controls, conversation, tasks, notes } = work
  // In a stage of closing the work has begun long before.
  const isFirst = number === 1 && run.path === ""
  const round = isFirst ? 1 : Math.max(2, number)
  const proposed = await here.ask("plan", {
    control: controls.plan,
    panel: controls.panel,
    conversation,
    prompt: isFirst
      ? prompts.firstPlan({ isAnalysed: run.analysis !== undefined, isLiteral: run.environment.literal === true })
      : prompts.planRound(number, notes),
    check: (value) => issuesOf(run, value, tasks + 1, round),
  })
  const answer = await review(run, here, work, { plan: proposed, round })
  if (isFirst) await settle(run, work, answer)
  const planned = numberTasks(answer, tasks + 1)
  work.tasks += planned.length
  const { reasoning, must_pass } = answer
  const musts = isFirst && must_pass && must_pass.length > 0 ? { must_pass: [...must_pass] } : {}
  await here.record("plan", { type: "plan.made", stage: here.path, tasks: planned, reasoning, ...musts })
  return planned
}

/** Lets the user look at a plan that does more than look, and change it. */
async function review(
  run: RunContext,
  here: RunContext,
  work: Work,
  { plan, round }: { readonly plan: RoundPlan; readonly round: number },
): Promise<RoundPlan> {
  const reviewed = await here.review("plan", {
    plan,
    title: say(run.environment.language, "review.tasks", plan.tasks.map(({ tool }) => tool).join(", ")),
    schema: work.controls.plan.input,
    issues: (edited) => issuesOf(run, edited, work.tasks + 1, round),
    isExploration: isExploration(plan.tasks, run.tools),
  })
  if (reviewed.isEdited) work.conversation.tell(planChanged(reviewed.plan))
  return reviewed.plan
}

/** What the first plan says of the request sets how long the run may be and what it may use. */
async function settle(run: RunContext, work: Work, reading: ThinkReading): Promise<void> {
  await run.constrain(recognitionOf(run, reading), reading.write_scope)
  work.changes = reading.changes ?? run.analysis?.changes
  const byComplexity = work.settings.rounds[reading.complexity ?? run.analysis?.complexity ?? Complexity.enum.medium]
  const planned = Math.min(byComplexity, run.environment.limits.max_rounds ?? Number.POSITIVE_INFINITY)
  // With `literal` a run that is taken up again after its last round gets two more; else the gate goes on.
  work.most = run.environment.literal ? planned + 2 * (run.epoch - 1) : planned
  const calls = work.settings.fuse ? { perRound: 1, beside: 1 } : { perRound: 2, beside: 0 }
  await run.estimate({ rounds: [work.most], usual: calls, most: { perRound: 2, beside: 1 }, extraRounds: 0 })
}

function recognitionOf(run: RunContext, { task_type = run.analysis?.task_type }: ThinkReading) {
  return task_type ? { taskType: task_type, reason: "as the first plan has it" } : recognise(run.request)
}

/** The first plan is held to the rules of the kind of task that it names itself. */
export function issuesOf(run: RunContext, plan: RoundPlan, firstId: number, round: number): string[] {
  const { tools, environment } = run
  const constraints = run.constraints ?? constraintsFor(recognitionOf(run, plan), tools, environment.constraints)
  const place = { isLast: true, hasWorkBefore: round > 1 }
  return [...planIssues(plan, firstId), ...planBreaches(constraints, plan.tasks, place)]
}
