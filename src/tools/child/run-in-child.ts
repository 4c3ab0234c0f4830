import type { ToolContext } from "../tool.ts"
import type { ChildJobName, ChildJobs, ChildOrder } from "./child-jobs.ts"
import { ChildPool, type ChildRun } from "./child-pool.ts"

/** A parser reads for so long and no longer, whatever limit the call has. */
export const LONGEST_MS = 120_000

/** Does a job in a child of the run's, or in one of its own where the call belongs to no run. */
export async function runInChild<Name extends ChildJobName>(
  context: Pick<ToolContext, "signal" | "sandbox" | "children">,
  order: ChildOrder<Name>,
  under: Pick<ChildRun, "advice"> & Partial<Pick<ChildRun, "limitMs">>,
): Promise<ChildJobs[Name]["result"]> {
  const { signal, sandbox, children } = context
  const run = { limitMs: LONGEST_MS, ...under, signal, sandbox }
  if (children) return children.run(order, run)
  await using own = new ChildPool()
  return await own.run(order, run)
}
