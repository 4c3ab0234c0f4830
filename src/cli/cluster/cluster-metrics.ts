import { type CountedValue, countedValues } from "../../queue/counters.ts"
import { clusterFigures } from "../../queue/figures.ts"
import type { Metric } from "../../server/observing/metrics.ts"
import { runsByState } from "../../server/routes/pulse-routes.ts"
import type { Cluster } from "./cluster.ts"

/** What is watched of a cluster. `isWorker`: this process leaves what it counts in the database, its faults too. */
export async function clusterMetrics(
  { store, queue }: Pick<Cluster, "store" | "queue">,
  isWorker = false,
): Promise<Metric[]> {
  const [{ states, queued, active, oldestMs, processes, faults, spent }, counted] = await Promise.all([
    clusterFigures(store, queue),
    countedValues(store.connections),
  ])
  const tenants = (value: (of: (typeof spent)[number]) => number) =>
    spent.map((each) => ({ labels: { tenant: each.tenant }, value: value(each) }))
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
    counter("keelson_database_errors_total", "How often the database failed this server, or a worker.", [
      { value: (isWorker ? 0 : faults) + countOf(counted, "database_errors") },
    ]),
    counter("keelson_failovers_total", "Runs that were taken from workers that were gone or frozen.", [
      { value: countOf(counted, "failovers") },
    ]),
    counter(
      "keelson_model_calls_total",
      "Calls of models.",
      tenants(({ calls }) => calls),
    ),
    counter(
      "keelson_model_tokens_total",
      "Tokens, prompts and replies together.",
      tenants(({ tokens }) => tokens),
    ),
    counter(
      "keelson_model_cost_dollars_total",
      "What they cost, where prices are known.",
      tenants(({ cost }) => cost),
    ),
    stepTimes(counted),
  ]
}

/** Of calls of models, tasks and checks, by kind. */
function stepTimes(counted: readonly CountedValue[]): Metric {
  const of = (name: string) => counted.filter((each) => each.name === name)
  const count = of("step_bucket").filter(({ labels }) => labels.endsWith('le="+Inf"'))
  return {
    name: "keelson_step_seconds",
    help: "How long steps take: calls of models, tasks, checks.",
    kind: "histogram",
    samples: [
      ...of("step_bucket").map(({ labels, value }) => ({ suffix: "_bucket", rawLabels: labels, value })),
      ...of("step_sum").map(({ labels, value }) => ({ suffix: "_sum", rawLabels: labels, value })),
      ...count.map(({ labels, value }) => ({ suffix: "_count", rawLabels: labels.replace(/,le=.*/, ""), value })),
    ],
  }
}

function countOf(counted: readonly CountedValue[], name: string): number {
  return counted.find((each) => each.name === name)?.value ?? 0
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, kind: "gauge", samples: [{ value }] }
}

function counter(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, help, kind: "counter", samples }
}
