import { numbered } from "../../protocol/log/key.ts"
import { plural } from "../../text/words/units.ts"
import type { RunContext } from "../run-context.ts"

/** A round, and how many there may be by now. */
export type RoundCount = { readonly round: number; readonly most: number }

/** How many rounds may still come, where no further one can be given; else nobody knows. */
export function roundsLeft({ round, most }: RoundCount, isFinal: boolean): number | undefined {
  if (round >= most) return 0
  return isFinal ? most - round : undefined
}

/** The same for the model, behind a sentence. */
export function roundsText(left: number | undefined): string {
  if (left === undefined) return ""
  return left === 0 ? " This was the last round." : ` At most ${plural(left, "more round")}.`
}

/** What has begun is gone through, and what has ended stays as it ended, whatever the limit is by now. */
export function isRoundDue({ log, environment }: RunContext, { round, most }: RoundCount, hasEnded: boolean): boolean {
  if (environment.literal) return round <= most
  return log.fact(numbered("round", round), "stage.started") !== undefined || (round <= most && !hasEnded)
}
