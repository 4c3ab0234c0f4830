import type { PostgresStore } from "../journal/postgres/postgres-store.ts"
import { LOCK_CLASS } from "../journal/postgres/schema.ts"
import type { QueueFigures, RunQueue } from "./run-queue.ts"

/** How a cluster stands. */
export type ClusterFigures = QueueFigures & {
  /** How many runs are in each state. */
  readonly states: Readonly<Record<string, number>>
  /** Processes that are connected, servers among them. */
  readonly processes: number
  /** How often the database failed this process. */
  readonly faults: number
  /** What each tenant spent, of all days that are kept. */
  readonly spent: readonly SpentFigures[]
}

export type SpentFigures = {
  readonly tenant: string
  readonly calls: number
  readonly tokens: number
  readonly cost: number
}

export async function clusterFigures(store: PostgresStore, queue: RunQueue): Promise<ClusterFigures> {
  const { connections } = store
  const [figures, states, [present], spent] = await Promise.all([
    queue.figures(),
    connections.query("SELECT state, count(*)::int AS runs FROM keelson.runs GROUP BY state"),
    connections.query(
      `SELECT count(DISTINCT pid)::int AS processes FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND granted
         AND objid >= 1000 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK_CLASS],
    ),
    connections.query(
      "SELECT tenant, sum(calls) AS calls, sum(tokens) AS tokens, sum(cost) AS cost FROM keelson.spending GROUP BY tenant ORDER BY tenant",
    ),
  ])
  return {
    ...figures,
    states: Object.fromEntries(states.map(({ state, runs }) => [String(state), Number(runs)])),
    processes: Number(present?.processes ?? 0),
    faults: connections.faults,
    spent: spent.map(({ tenant, calls, tokens, cost }) => ({
      ...{ tenant: String(tenant), calls: Number(calls), tokens: Number(tokens), cost: Number(cost) },
    })),
  }
}
