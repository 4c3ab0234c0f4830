import { totalmem } from "node:os"
import { runHost } from "../../host/serving/run-host.ts"
import { clearLeftFolders } from "../../host/workspace/moving-run.ts"
import type { Parting } from "../../queue/worker.ts"
import type { WorkerFlags } from "../flags/serve-flags.ts"
import type { ServerLog } from "../serving/server-log.ts"
import type { Cluster } from "./cluster.ts"
import { workOnRun } from "./work-on-run.ts"

/** A process that carries out runs of a cluster. */
export type Working = {
  /** Takes no more, and gives back what is under way. */
  close(): Promise<void>
}

type WorkWish = Pick<WorkerFlags, "maxMemory" | "push"> & { readonly concurrency: number }

/** Begins to carry runs out, and says what it takes up and is done with. */
export async function startWorking(
  { store, queue }: Pick<Cluster, "store" | "queue">,
  { concurrency, maxMemory = halfOfAll(), push }: WorkWish,
  { onFault, notify }: Pick<ServerLog, "onFault" | "notify">,
): Promise<Working> {
  const { Worker } = await import("../../queue/worker.ts")
  const { CapWatch } = await import("../../queue/cap-watch.ts")
  const { Counters } = await import("../../queue/counters.ts")
  await clearLeftFolders()
  const caps = new CapWatch(store.connections, onFault)
  const counters = new Counters(store.connections, store.news.presence.id)
  const host = runHost([], {}, { store, responder: undefined, attended: true, onFault, notify, mayPush: push })
  const worker = new Worker({
    store,
    queue,
    concurrency,
    hasRoom: () => process.memoryUsage.rss() < maxMemory,
    carryOut: (runId) =>
      workOnRun(host, runId, (run) => {
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
  return {
    close: async () => {
      if (worker.held.length > 0) notify(`giving back ${worker.held.join(", ")}; Ctrl-C again leaves them at once`)
      await worker.close()
      caps.close()
      await counters.close()
    },
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
