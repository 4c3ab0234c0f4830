import type { PlaceLog } from "../core/place-log.ts"
import type { RunContext } from "../run-context.ts"

/** One reply runs no more calls than this, tools and controls together. */
export const MOST_CALLS = 32

/** What is known of the turn so far. */
type TurnSoFar = Pick<RunContext, "record" | "path"> & { readonly log: Pick<PlaceLog, "fact"> }

/** How many calls of a reply run. A cut is recorded before anything runs and read on replay. */
export async function countToRun(here: TurnSoFar, calls: number): Promise<number> {
  const recorded = here.log.fact("calls", "calls.cut")
  if (recorded) return recorded.kept
  if (calls <= MOST_CALLS) return calls
  await here.record("calls", { type: "calls.cut", stage: here.path, kept: MOST_CALLS, of: calls })
  return MOST_CALLS
}
