import type { RunParts } from "../core/run-parts.ts"

/** A run out of work's time has its share left to report; a cancelled one does so without the model. */
export function summarySignal({ budget, clock, endSignal }: RunParts): AbortSignal {
  const ms = Math.min(MAX_TIMER_MS, Math.ceil(budget.endingMs()))
  return AbortSignal.any([endSignal, clock.timeout(ms)])
}

const MAX_TIMER_MS = 2 ** 31 - 1
