import { CallPatience, USUAL_RETRIES } from "../../model/seam/call-patience.ts"
import { pause } from "../../tools/clock.ts"
import type { RunParts } from "../core/run-parts.ts"

/** An endpoint that is overloaded or away is waited for as long as the run has time; at its end only a moment. */
export function patienceOf({ budget, clock, environment, tally }: RunParts, forSummary: boolean): CallPatience {
  const { retries } = environment
  return new CallPatience({
    pace: { elapsed: () => clock.elapsed(), pause: (ms, signal) => pause(clock, ms, signal) },
    retries: forSummary ? Math.min(retries, USUAL_RETRIES) : retries,
    leftMs: () => (forSummary ? budget.endingMs() : budget.remainingMs()),
    isKnown: tally.view.usage.calls > 0,
  })
}
