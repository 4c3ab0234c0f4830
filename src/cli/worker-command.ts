import { totalmem } from "node:os"
import type { Parting } from "../dispatch/worker.ts"
import { plural } from "../text/units.ts"
import { carryRun } from "./carry-run.ts"
import { databaseAddress, openCluster } from "./cluster.ts"
import { UsageError } from "./failure.ts"
import { onInterrupt } from "./interrupt.ts"
import { clearLeftFolders } from "./moving-run.ts"
import type { WorkerFlags } from "./serve-flags.ts"
import { serveHost } from "./serve-host.ts"
import { serverLog } from "./server-log.ts"

const USUAL_CONCURRENCY = 4

/** Carries out the runs of a database until it is interrupted; those that are under way then are given back. */
export async function workerCommand(flags: WorkerFlags): Promise<number> {
  const address = databaseAddress(flags)
  if (address === undefined) throw new UsageError("a worker needs --database, or KEELSON_DATABASE.")
  const log = serverLog(flags.log, flags.debug)
  const { onFault, notify } = log
  const { store, queue, close } = await openCluster(address, log)
  const stopped = Promise.withResolvers<void>()
  const stopListening = onInterrupt(async () => stopped.resolve())
  try {
    const { Worker } = await import("../dispatch/worker.ts")
    const { CapWatch } = await import("../dispatch/cap-watch.ts")
    const { Counters } = await import("../dispatch/counters.ts")
    const caps = new CapWatch(store.connections, onFault)
    const counters = new Counters(store.connections, store.news.presence.id)
    await clearLeftFolders()
    const host = serveHost([], {}, { store, responder: undefined, onFault, notify, mayPush: flags.push })
    const { concurrency = USUAL_CONCURRENCY, maxMemory = halfOfAll() } = flags
    const worker = new Worker({
      store,
      queue,
      concurrency,
      hasRoom: () => process.memoryUsage.rss() < maxMemory,
      carryOut: (runId) =>
        carryRun(host, runId, (run) => {
          caps.watch(run)
          counters.watch(run)
        }),
      onFailover: () => counters.add("failovers"),
      giveUp: async (runId, reason) => {
        await (await host.agentToEnd(runId)).cancel(runId, reason)
      },
      onTaken: (runId, held) => notify(`took up ${runId} (${held} of ${concurrency})`),
      // A run that waits for a folder is looked at again and again.
      onLeft: (runId, how) => how !== "in the way" && notify(leftWord(runId, how)),
      onFault,
    })
    notify(`working on ${store.connections.place}, up to ${plural(concurrency, "run")} at once, until Ctrl-C`)
    await stopped.promise
    if (worker.held.length > 0) notify(`giving back ${worker.held.join(", ")}; Ctrl-C again leaves them at once`)
    await worker.close()
    caps.close()
    await counters.close()
    return 0
  } finally {
    stopListening()
    await close()
  }
}

function leftWord(runId: string, how: Parting | Error): string {
  if (how instanceof Error) return `could not carry out ${runId}: ${how.message}`
  return how === "settled" ? `done with ${runId}` : `gave back ${runId}`
}

/** Of the machine, or of what its container may have. */
function halfOfAll(): number {
  const allowed = process.constrainedMemory()
  const all = totalmem()
  return (allowed > 0 && allowed < all ? allowed : all) / 2
}
