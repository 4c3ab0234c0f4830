import type { RunStore } from "../../journal/run-store.ts"
import { StoreLockedError } from "../../journal/store-error.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunHeader } from "../../protocol/log/run.ts"

/** Which runs may go: all beside the newest so many, those that ended so long ago, those beyond so many bytes of the newest. */
export type Retention = {
  readonly keep?: number | undefined
  readonly olderThanMs?: number | undefined
  readonly maxBytes?: number | undefined
}

/** `checkpoints`: bytes of those that only these runs needed. */
export type Pruned = { readonly runs: readonly RunHeader[]; readonly bytes: number; readonly checkpoints: number }

/** Gives back what else these runs have, while they are still there. */
export type BeforeRemoval = (gone: readonly RunHeader[]) => Promise<number>

/** A run that may go, and what it takes. */
export type Prunable = { readonly header: RunHeader; readonly bytes: number }

/** What the retention does not keep of these runs, newest first. Runs that have not ended stay: somebody may go on with them. */
export async function prunableRuns(
  store: RunStore,
  headers: readonly RunHeader[],
  retention: Retention & { readonly now: number },
): Promise<readonly Prunable[]> {
  const sizes = await store.sizes()
  let total = 0
  return headers.flatMap((header, index) => {
    const bytes = sizes.get(header.id) ?? 0
    total += bytes
    const isOver = isEnd(header.state)
    const goes = isOver && isBeyond(retention, { index, total, age: retention.now - header.updated_at })
    return goes || isEmpty(header, sizes) ? [{ header, bytes }] : []
  })
}

/** Removes them with what else they have. */
export async function removeRuns(
  store: RunStore,
  gone: readonly Prunable[],
  beforeRemoval: BeforeRemoval = async () => 0,
): Promise<Pruned> {
  const runs = gone.map(({ header }) => header)
  const checkpoints = await beforeRemoval(runs)
  for (const { id } of runs) await store.removeRun(id)
  await store.compact().catch(ignoreLocked)
  return { runs, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0), checkpoints }
}

/** The space is given back the next time. */
function ignoreLocked(error: unknown): void {
  if (!(error instanceof StoreLockedError)) throw error
}

type Standing = { readonly index: number; readonly total: number; readonly age: number }

function isBeyond({ keep, olderThanMs, maxBytes }: Retention, { index, total, age }: Standing): boolean {
  return (
    (keep !== undefined && index >= keep) ||
    (olderThanMs !== undefined && age > olderThanMs) ||
    (maxBytes !== undefined && total > maxBytes)
  )
}

/** Left by a version that could die between a run's header and its first entry. */
function isEmpty({ id, state }: RunHeader, sizes: ReadonlyMap<string, number>): boolean {
  return state === "INTAKE" && !sizes.has(id)
}
