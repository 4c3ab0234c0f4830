import { lookAhead } from "../../checkpoints/look-ahead.ts"
import { timely } from "../../checkpoints/timely.ts"
import type { RunResult } from "../../protocol/run.ts"
import type { RunParts } from "../ground/run-parts.ts"
import type { AnyStrategy } from "../strategy.ts"
import { runStrategy } from "./run-strategy.ts"

/** A run that may write reads its folder beside the first call of the model: the first checkpoint of a large one takes long. */
export async function runLookingAhead(parts: RunParts, strategy: AnyStrategy, writes: boolean): Promise<RunResult> {
  if (!writes || !parts.checkpoints) return runStrategy(parts, strategy)
  const ahead = lookAhead(parts.checkpoints, parts.workspace.root)
  const { checkpoints, stop } = timely(ahead.checkpoints, parts.clock)
  try {
    return await runStrategy({ ...parts, checkpoints }, strategy)
  } finally {
    await Promise.all([stop(), ahead.stop()])
  }
}
