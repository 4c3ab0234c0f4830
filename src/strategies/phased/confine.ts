import type { Phase, PhasePlan, RequestAnalysis } from "../../protocol/log/control.ts"
import { type Constraints, confines, constraintsFor, wayOut, whyNot } from "../../run/constraints/constraints.ts"
import { lastPlanIssues, missingResult } from "../../run/constraints/generation.ts"
import { placeInPlan } from "../../run/constraints/place.ts"
import { planBreaches } from "../../run/constraints/plan-breaches.ts"
import { type Plan, planIssues } from "../../run/plans/plan.ts"
import type { RunContext } from "../../run/run-context.ts"
import { requestException } from "../../tools/request-exception.ts"
import { controlsFor, type PhasedControls } from "./controls.ts"

/** The controls for the rest of the run: they offer what the constraints allow. Where nothing is confined the list stays as it is. */
export function confineControls(run: RunContext, controls: PhasedControls, constraints: Constraints): PhasedControls {
  if (!confines(constraints)) return controls
  const offered = [...run.tools.filter(({ name }) => constraints.allowed.includes(name)), requestException]
  const { max_tasks_per_round } = run.environment.limits
  const explain = (tool: string) => {
    const why = whyNot(constraints, tool, { isLast: true, hasWorkBefore: true })
    return why && `${why}. ${wayOut(constraints)}`
  }
  return {
    ...controlsFor(offered, { maxTasks: max_tasks_per_round, fuse: controls.fuse, explain, opening: [] }),
    constraints,
  }
}

/** What the analysis' own task type allows, before it is recorded. */
export function constraintsOf({ tools, environment }: RunContext, { task_type }: RequestAnalysis): Constraints {
  return constraintsFor({ taskType: task_type }, tools, environment.constraints)
}

/** Where a plan is to be carried out. */
export type PlanPlace = { readonly phases: PhasePlan; readonly phase: Phase; readonly round: number }

/** Everything that is wrong with a plan at its place: its graph, and what the constraints say of it there. */
export function issuesAt(
  constraints: Constraints | undefined,
  { phases, phase, round }: PlanPlace,
  plan: Plan,
  firstId: number,
): string[] {
  return [...planIssues(plan, firstId), ...planBreaches(constraints, plan.tasks, placeInPlan(phases, phase, round))]
}

/** Whether the run ends with this phase, as far as the plan tells. */
export function isLastPhase(phases: PhasePlan, phase: Phase): boolean {
  return placeInPlan(phases, phase, 1).isLast
}

/** What is wrong with the plan of the last round that the last phase may have: the run's result must be in it, if it lacks. */
export function lastRoundIssues(here: RunContext, phases: PhasePlan, phase: Phase, plan: Plan): string[] {
  if (!isLastPhase(phases, phase)) return []
  return lastPlanIssues(
    missingResult(here),
    plan.tasks.map(({ tool }) => tool),
  )
}
