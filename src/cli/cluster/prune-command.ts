import { join } from "node:path"
import { configuredStateFolder } from "../../config.ts"
import { pruneCheckpoints } from "../../host/runs/prune-checkpoints.ts"
import { plural } from "../../text/words/units.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson } from "../terminal/output.ts"
import { type DatabaseFlag, databaseAddress } from "./cluster.ts"

export type PruneFlags = DatabaseFlag & {
  readonly keep?: number
  readonly olderThan?: number
  readonly json?: boolean
}

/** Removes old runs of a database, few at a time, while everybody works on. */
export async function pruneCommand({ keep, olderThan: olderThanMs, json, ...flags }: PruneFlags): Promise<number> {
  const address = databaseAddress(flags)
  if (address === undefined)
    throw new UsageError("keelson prune needs --database, or KEELSON_DATABASE; on one machine: keelson runs --prune.")
  if (keep === undefined && olderThanMs === undefined)
    throw new UsageError("say what may go: --older-than 30d, or --keep 1000 of each tenant's.")
  const [{ PostgresStore }, { oldRuns, removeRuns, tidy }, { LOCK_CLASS }] = await Promise.all([
    import("../../journal/postgres/postgres-store.ts"),
    import("../../journal/postgres/retention.ts"),
    import("../../journal/postgres/schema.ts"),
  ])
  const store = await PostgresStore.open(address)
  try {
    const folder = join(configuredStateFolder(), "checkpoints")
    let removed = 0
    for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
      const old = await oldRuns(store.connections, { keep, olderThanMs })
      await pruneCheckpoints(store, folder, old)
      left = old.length === 0 ? 0 : await removeRuns(store.connections, old)
      removed += left
    }
    await tidy(store.connections, LOCK_CLASS)
    if (json) printJson({ removed })
    else print(`${plural(removed, "run")} removed`)
    return 0
  } finally {
    await store.close()
  }
}
