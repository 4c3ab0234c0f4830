import { CheckpointsUnavailable } from "../../../checkpoints/shadow/unavailable.ts"
import type { RunParts } from "../../core/run-parts.ts"
import { workLeftOut } from "./work-left-out.ts"

/** Why there is no base: nothing keeps checkpoints, one is missing, the user's edits are in the way, or it could not be made. */
export type NoBase = "no_checkpoints" | "uncovered" | "conflicts" | "no_copy"

/** The workspace without the run's changes, with the user's own edits. */
export type BaseState = {
  readonly tree: string
  /** The workspace as it is. */
  readonly now: string
  /** When the work began that is left out. */
  readonly since: number
}

/** What `undo` would leave now. What an earlier run of the conversation broke and left broken is left out, too. */
export async function baseOf(parts: RunParts): Promise<BaseState | NoBase> {
  const { checkpoints, workspace, tally } = parts
  if (!checkpoints) return "no_checkpoints"
  // What a command changed unseen would be part of it.
  if (tally.view.uncovered.length > 0) return "uncovered"
  try {
    const { deltas, since } = await workLeftOut(parts)
    if (deltas.length === 0 && tally.view.changes.length > 0) return "no_checkpoints"
    const { now, tree, conflicts } = await checkpoints.without(workspace.root, deltas)
    return conflicts.length > 0 ? "conflicts" : { tree, now, since }
  } catch (error) {
    parts.signal.throwIfAborted()
    if (!(error instanceof CheckpointsUnavailable)) parts.onFault?.(error)
    return "no_checkpoints"
  }
}
