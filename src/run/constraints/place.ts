import type { Phase, PhasePlan } from "../../protocol/log/control.ts"
import { idIn } from "../../protocol/log/key.ts"
import type { RunView } from "../../view/run-view.ts"
import type { TaskPlace } from "./constraints.ts"

type PlannedPhases = Pick<PhasePlan, "execution_strategy"> & { readonly phases: readonly Phase[] }

/** Where a round of a phase stands, from the plan alone: so that a plan reads the same live and replayed. */
export function placeInPlan(plan: PlannedPhases, phase: Phase, round: number): TaskPlace {
  const isFollowing = plan.execution_strategy === "sequential" && plan.phases[0]?.id !== phase.id
  return {
    isLast: isLastPhase(plan.phases, phase.id),
    hasWorkBefore: round > 1 || phase.dependencies.length > 0 || isFollowing,
  }
}

type Known = Pick<RunView, "phases" | "tasks"> & Partial<Pick<RunView, "steps">>

/** Where a task stands when it is about to run, from what was done by then. */
export function placeOfTask({ phases, tasks, steps = [] }: Known, key: string): TaskPlace {
  const phase = idIn(key, "phase")
  const step = idIn(key, "step")
  return {
    isLast: phase === undefined ? !isNeeded(steps, Number(step)) : isLastPhase(phases, Number(phase)),
    hasWorkBefore: tasks.some((task) => task.status === "done" && task.key !== key),
  }
}

function isLastPhase(phases: readonly Phase[], id: number): boolean {
  return !isNeeded(phases, id) && (phases.length === 0 || phases.at(-1)?.id === id)
}

function isNeeded(stages: readonly { readonly dependencies: readonly number[] }[], id: number): boolean {
  return stages.some(({ dependencies }) => dependencies.includes(id))
}
