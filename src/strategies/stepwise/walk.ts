import type { PlanStep } from "../../protocol/log/control.ts"
import { RunWaiting } from "../../run/core/stops.ts"
import { runGraph } from "../../run/plans/graph.ts"
import type { Ends, StepEnd } from "./plan-graph.ts"

/** Which steps may be worked on. */
export type StepWalk = {
  /** So many side by side. */
  readonly limit: number
  /** Whether what needs a step that ended so can start; only where it is done, unless told otherwise. */
  readonly lets?: (end: StepEnd) => boolean
}

/**
 * Works on every step that can be worked on: each after all that it needs, at most `limit` side by side, earlier ones
 * first. A step that is not done leaves its dependents behind, unless it `lets` them; everything else goes on, until nothing can.
 *
 * So what comes back depends on how the steps ended and never on when: decisions about the plan are made here, when all
 * is settled, and a replayed run makes the same ones.
 */
export async function walk(
  steps: readonly PlanStep[],
  before: Ends,
  { limit, lets = ({ status }) => status === "done" }: StepWalk,
  work: (step: PlanStep, ends: Ends) => Promise<StepEnd>,
): Promise<Ends> {
  const ends = new Map(before)
  const isOver = (id: number) => {
    const end = ends.get(id)
    return end !== undefined && lets(end)
  }
  const open = steps.filter(({ id }) => !ends.has(id))
  const nodes = open.map((step) => ({
    id: step.id,
    needs: step.dependencies.filter((id) => !isOver(id)),
    step,
  }))
  await runGraph(
    nodes,
    limit,
    async ({ step }) => {
      ends.set(step.id, await work(step, ends))
      return isOver(step.id)
    },
    (error) => error instanceof RunWaiting,
  )
  return ends
}
