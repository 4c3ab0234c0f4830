import type { PlanStep } from "../../protocol/control.ts"
import { RunWaiting } from "../../run/ground/stops.ts"
import { runGraph } from "../../run/plans/graph.ts"
import { type Ends, isDone, type StepEnd } from "./plan-graph.ts"

/**
 * Works on every step that can be worked on: each after all that it needs is done, at most `limit` side by side, earlier
 * ones first. A step that is not done leaves its dependents behind; everything else goes on, until nothing can.
 *
 * So what comes back depends on how the steps ended and never on when: decisions about the plan are made here, when all
 * is settled, and a replayed run makes the same ones.
 */
export async function walk(
  steps: readonly PlanStep[],
  before: Ends,
  limit: number,
  work: (step: PlanStep, ends: Ends) => Promise<StepEnd>,
): Promise<Ends> {
  const ends = new Map(before)
  const open = steps.filter(({ id }) => !ends.has(id))
  const nodes = open.map((step) => ({
    id: step.id,
    needs: step.dependencies.filter((id) => !isDone(before, id)),
    step,
  }))
  await runGraph(
    nodes,
    limit,
    async ({ step }) => {
      ends.set(step.id, await work(step, ends))
      return isDone(ends, step.id)
    },
    (error) => error instanceof RunWaiting,
  )
  return ends
}
