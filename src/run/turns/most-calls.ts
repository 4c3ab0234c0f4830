import type { PlaceLog } from "../ground/place-log.ts"
import type { RunContext } from "../run-context.ts"

/** One reply runs no more calls than this, tools and controls together. */
export const MOST_CALLS = 32

/** What is known of the turn so far. */
type TurnSoFar = Pick<RunContext, "record" | "path"> & { readonly log: Pick<PlaceLog, "fact" | "lastEnd" | "has"> }

/**
 * How many calls of a reply run. A cut is recorded before anything runs and read on replay. What earlier versions ran of a longer reply
 * stands: a turn that is over is left as it was, and one that is not goes no further than it had come.
 */
export async function countToRun(here: TurnSoFar, calls: number): Promise<number> {
  const recorded = here.log.fact("calls", "calls.cut")
  if (recorded) return recorded.kept
  if (calls <= MOST_CALLS || here.log.lastEnd) return calls
  const kept = Math.max(MOST_CALLS, lastBegun(here, calls))
  if (kept < calls) await here.record("calls", { type: "calls.cut", stage: here.path, kept, of: calls })
  return kept
}

function lastBegun(here: TurnSoFar, calls: number): number {
  for (let id = calls; id > MOST_CALLS; id--) if (here.log.has(`task-${id}`)) return id
  return 0
}
