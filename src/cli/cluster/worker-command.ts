import { plural } from "../../text/words/units.ts"
import type { WorkerFlags } from "../flags/serve-flags.ts"
import { serverLog } from "../serving/server-log.ts"
import { UsageError } from "../terminal/failure.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { databaseAddress, openCluster } from "./cluster.ts"
import { startWorking } from "./worker.ts"

const USUAL_CONCURRENCY = 4

/** Carries out the runs of a database until it is interrupted; those that are under way then are given back. */
export async function workerCommand(flags: WorkerFlags): Promise<number> {
  const address = databaseAddress(flags)
  if (address === undefined) throw new UsageError("a worker needs --database, or KEELSON_DATABASE.")
  const log = serverLog(flags.log, flags.debug)
  const cluster = await openCluster(address, log)
  const stopped = Promise.withResolvers<void>()
  const stopListening = onInterrupt(async () => stopped.resolve())
  try {
    const { concurrency = USUAL_CONCURRENCY } = flags
    const working = await startWorking(cluster, { ...flags, concurrency }, log)
    const { place } = cluster.store.connections
    log.notify(`working on ${place}, up to ${plural(concurrency, "run")} at once, until Ctrl-C`)
    await stopped.promise
    await working.close()
    return 0
  } finally {
    stopListening()
    await cluster.close()
  }
}
