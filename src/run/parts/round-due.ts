import { numbered } from "../../protocol/key.ts"
import type { RunContext } from "../run-context.ts"

/** A round, and how many there may be by now. */
export type RoundCount = { readonly round: number; readonly most: number }

/** What has begun is gone through, and what has ended stays as it ended, whatever the limit is by now. */
export function isRoundDue({ log, environment }: RunContext, { round, most }: RoundCount, hasEnded: boolean): boolean {
  if (environment.literal) return round <= most
  return log.fact(numbered("round", round), "stage.started") !== undefined || (round <= most && !hasEnded)
}
