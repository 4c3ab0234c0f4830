import type { TextChange } from "../../checkpoints/checkpoints.ts"
import { CheckpointsUnavailable } from "../../checkpoints/shadow/unavailable.ts"
import type { RunParts } from "../core/run-parts.ts"
import { baseOf } from "./base/base-of.ts"

/** What differs between the base and the workspace; `undefined` where nobody knows. Nothing is run for it. */
export async function changesSinceBase(parts: RunParts): Promise<readonly TextChange[] | undefined> {
  const { checkpoints, workspace } = parts
  try {
    const base = await baseOf(parts)
    if (typeof base === "string" || !checkpoints) return undefined
    return base.tree === base.now ? [] : await checkpoints.textChanges(workspace.root, base.tree, base.now)
  } catch (error) {
    if (error instanceof CheckpointsUnavailable) return undefined
    throw error
  }
}
