import { clusterFigures } from "../dispatch/figures.ts"
import type { Metric } from "../server/metrics.ts"
import { runsByState } from "../server/routes/pulse-routes.ts"
import type { Cluster } from "./cluster.ts"

/** What is watched of a cluster. */
export async function clusterMetrics({ store, queue }: Pick<Cluster, "store" | "queue">): Promise<Metric[]> {
  const { states, queued, active, oldestMs, processes, faults } = await clusterFigures(store, queue)
  return [
    runsByState(states),
    gauge("keelson_queue_depth", "Runs that wait for a worker.", queued),
    gauge(
      "keelson_queue_oldest_seconds",
      "How long the one that waits longest could have been taken.",
      oldestMs / 1000,
    ),
    gauge("keelson_queue_active", "Runs that a worker has.", active),
    gauge("keelson_processes", "Servers and workers that are connected.", processes),
    {
      ...gauge("keelson_database_errors_total", "How often the database failed this process.", faults),
      kind: "counter",
    },
  ]
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, kind: "gauge", samples: [{ value }] }
}
