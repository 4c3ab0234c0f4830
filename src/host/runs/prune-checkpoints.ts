import { shrinkShadow } from "../../checkpoints/shadow/shrink.ts"
import { currentOwner } from "../../journal/owner.ts"
import type { LogEntry, RunStore } from "../../journal/run-store.ts"
import { RunBusyError, WorkspaceBusyError } from "../../journal/store-error.ts"
import type { RunHeader } from "../../protocol/log/run.ts"

/** Forgets the checkpoints that only these runs need, before they are removed; returns so many bytes. */
export async function pruneCheckpoints(store: RunStore, folder: string, gone: readonly RunHeader[]): Promise<number> {
  const byWorkspace = Map.groupBy(gone, ({ workspace }) => workspace)
  let bytes = 0
  for (const [workspace, runs] of byWorkspace) bytes += await pruneIn(store, folder, workspace, runs).catch(busy)
  return bytes
}

/** Somebody works there: the next time. */
function busy(error: unknown): number {
  if (error instanceof RunBusyError || error instanceof WorkspaceBusyError) return 0
  throw error
}

async function pruneIn(
  store: RunStore,
  folder: string,
  workspace: string,
  gone: readonly RunHeader[],
): Promise<number> {
  const [one] = gone
  if (!one) return 0
  const lease = await store.claim(one.id, currentOwner())
  try {
    // No run can take a checkpoint there meanwhile.
    await store.lockWorkspace(lease, workspace)
    const left = (await store.listRuns({ workspace })).filter(({ id }) => !gone.some((run) => run.id === id))
    const logs = await Promise.all(left.map(({ id }) => store.load(id)))
    return await shrinkShadow(folder, workspace, logs.flat().flatMap(treesIn))
  } finally {
    await store.release(lease)
  }
}

function treesIn({ record }: LogEntry): string[] {
  if (record.kind !== "event") return []
  const { event } = record
  if (event.type === "checkpoint.made") return [event.tree]
  return event.type === "undo.made" ? [event.tree_before, event.tree_after] : []
}
