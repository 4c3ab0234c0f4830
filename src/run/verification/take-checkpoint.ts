import { CheckpointsUnavailable } from "../../checkpoints/shadow/unavailable.ts"
import { CheckpointLate } from "../../checkpoints/timely.ts"
import { isScoped } from "../constraints/task-rules.ts"
import type { RunParts } from "../core/run-parts.ts"
import { withProgress } from "./checkpoint-progress.ts"

/** The workspace as it is now, for whoever can do without; see `takeInTime`. */
export async function take(parts: RunParts, also: readonly string[] = []): Promise<string | undefined> {
  return takeInTime(parts, also).catch(() => undefined)
}

/**
 * A machine without the means goes without; any other trouble is told and costs no more than the checkpoint. Throws `CheckpointLate` where
 * it is not there in time, and `CheckpointsUnavailable` where it was given up; a run that is held to a scope by it waits as long as it takes.
 */
export async function takeInTime(parts: RunParts, also: readonly string[]): Promise<string | undefined> {
  const { checkpoints, workspace, onFault, environment } = parts
  const waitMs = isScoped(parts) ? undefined : environment.limits.checkpoint_wait_ms
  try {
    if (!checkpoints) return undefined
    return await withProgress(parts, (onProgress) => checkpoints.take(workspace.root, also, { onProgress, waitMs }))
  } catch (error) {
    if (error instanceof CheckpointLate || isGivenUp(error)) throw error
    // What a stop cut off is no fault.
    if (!(error instanceof CheckpointsUnavailable) && !parts.signal.aborted) onFault?.(error)
    return undefined
  }
}

function isGivenUp(error: unknown): boolean {
  return error instanceof CheckpointsUnavailable && error.givenUp !== undefined
}
