import type { PlanStep } from "../../protocol/log/control.ts"
import { type Constraints, constraintsFor, wayOut, whyNot } from "../../run/constraints/constraints.ts"
import { type Recognition, recognise } from "../../run/constraints/recognise.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { StepPlan } from "./controls.ts"

/** By the plan's own word, else by the words of the request. */
export function recognitionOf(run: RunContext, { task_type }: StepPlan): Recognition {
  return task_type ? { taskType: task_type, reason: "as the first plan has it" } : recognise(run.request)
}

/** What a plan must keep to: the first one to the rules of the kind of task that it names itself. */
export function constraintsOf(run: RunContext, plan: StepPlan): Constraints {
  return run.constraints ?? constraintsFor(recognitionOf(run, plan), run.tools, run.environment.constraints)
}

/** Tools that a step can't have where it stands, in words for the model; empty when it may have them all. */
export function toolBreaches(constraints: Constraints, steps: readonly PlanStep[]): string[] {
  const breaches = steps.flatMap((step) => {
    const place = {
      isLast: !steps.some(({ dependencies }) => dependencies.includes(step.id)),
      hasWorkBefore: step.dependencies.length > 0 || step.tools.some((tool) => !constraints.late.includes(tool)),
    }
    return step.tools.flatMap((tool) => {
      const why = whyNot(constraints, tool, place)
      return why ? [`step ${step.id}: ${why}`] : []
    })
  })
  return breaches.length === 0 ? [] : [...breaches, wayOut(constraints)]
}
