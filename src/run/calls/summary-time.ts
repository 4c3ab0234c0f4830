import type { RunParts } from "../ground/run-parts.ts"

/** A run out of time may still report; a cancelled one does so without the model. */
export function summarySignal({ budget, clock, endSignal }: RunParts): AbortSignal {
  const ms = Math.min(MAX_TIMER_MS, Math.max(summaryGrace(budget), Math.ceil(budget.remainingMs())))
  return AbortSignal.any([endSignal, clock.timeout(ms)])
}

/** How long a summary may take once the run's own time is over: a tenth of that, within bounds. */
function summaryGrace({ limits }: RunParts["budget"]): number {
  return Math.min(LONGEST_GRACE_MS, Math.max(SHORTEST_GRACE_MS, limits.max_time_ms / 10))
}

const SHORTEST_GRACE_MS = 5000
const LONGEST_GRACE_MS = 60_000
const MAX_TIMER_MS = 2 ** 31 - 1
