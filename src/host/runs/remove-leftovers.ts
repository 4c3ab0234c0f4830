import { join } from "node:path"
import { configuredStateFolder } from "../../config.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { RunHeader } from "../../protocol/log/run.ts"
import { removeCopies } from "../workspace/workspace-copy.ts"
import { pruneCheckpoints } from "./prune-checkpoints.ts"

/** Removes what these runs have beside their logs: checkpoints that nobody else needs, and folders of ours; returns the bytes of the first. */
export async function removeLeftovers(store: RunStore, gone: readonly RunHeader[]): Promise<number> {
  const checkpoints = await pruneCheckpoints(store, join(configuredStateFolder(), "checkpoints"), gone)
  await removeCopies(process.env, gone)
  return checkpoints
}
