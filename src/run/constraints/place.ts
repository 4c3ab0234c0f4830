import type { Phase, PhasePlan } from "../../protocol/control.ts"
import type { RunView } from "../../view/run-view.ts"
import type { Place } from "./constraints.ts"

type PlannedPhases = Pick<PhasePlan, "execution_strategy"> & { readonly phases: readonly Phase[] }

/** Where a round of a phase stands, from the plan alone: so that a plan reads the same live and replayed. */
export function placeInPlan(plan: PlannedPhases, phase: Phase, round: number): Place {
  const isFollowing = plan.execution_strategy === "sequential" && plan.phases[0]?.id !== phase.id
  return {
    isLast: isLastPhase(plan.phases, phase.id),
    hasWorkBefore: round > 1 || phase.dependencies.length > 0 || isFollowing,
  }
}

/** Where a task stands when it is about to run, from what was done by then. */
export function placeOfTask({ phases, tasks }: Pick<RunView, "phases" | "tasks">, key: string): Place {
  const phase = /^phase-(\d+)\//.exec(key)?.[1]
  return {
    isLast: phase === undefined || isLastPhase(phases, Number(phase)),
    hasWorkBefore: tasks.some((task) => task.status === "done" && task.key !== key),
  }
}

function isLastPhase(phases: readonly Phase[], id: number): boolean {
  const isNeeded = phases.some((phase) => phase.dependencies.includes(id))
  return !isNeeded && (phases.length === 0 || phases.at(-1)?.id === id)
}
