import { lookAhead } from "../../checkpoints/look-ahead.ts"
import { timely } from "../../checkpoints/timely.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { AnyStrategy } from "../strategy.ts"
import { runStrategy } from "./run-strategy.ts"

/** What git may take after a run was stopped: its last checkpoint is worth some seconds, but nobody waits longer for an end. */
const GRACE_MS = 10_000

/** A run that may write reads its folder beside the first call of the model: the first checkpoint of a large one takes long. */
export async function runLookingAhead(parts: RunParts, strategy: AnyStrategy, writes: boolean): Promise<RunResult> {
  if (!writes || !parts.checkpoints) return runStrategy(parts, strategy)
  const life = withGrace(parts)
  const ahead = lookAhead(parts.checkpoints.under?.(life.signal) ?? parts.checkpoints, parts.workspace.root)
  const { checkpoints, stop } = timely(ahead.checkpoints, parts.clock)
  try {
    return await runStrategy({ ...parts, checkpoints }, strategy)
  } finally {
    await Promise.all([stop(), ahead.stop()])
    life.end()
  }
}

/** A signal that follows another one after the grace. */
function withGrace({ signal, clock }: RunParts): { readonly signal: AbortSignal; end(): void } {
  const later = new AbortController()
  let stop = () => {}
  const begin = () => {
    stop = clock.after(GRACE_MS, () => later.abort(signal.reason))
  }
  if (signal.aborted) begin()
  else signal.addEventListener("abort", begin, { once: true })
  return {
    signal: later.signal,
    end() {
      signal.removeEventListener("abort", begin)
      stop()
    },
  }
}
