import { afterAll, vi } from "vitest"
import type { Run } from "../../../src/agent.ts"
import { clusterMetrics } from "../../../src/cli/cluster/cluster-metrics.ts"
import { workOnRun } from "../../../src/cli/cluster/work-on-run.ts"
import { consoleFolder } from "../../../src/cli/console-folder.ts"
import { hostWishOf } from "../../../src/cli/serving/host-wish.ts"
import { runHost } from "../../../src/host/serving/run-host.ts"
import { People } from "../../../src/journal/postgres/people.ts"
import { PostgresStore } from "../../../src/journal/postgres/postgres-store.ts"
import type { Person } from "../../../src/protocol/api/team-api.ts"
import { CapWatch } from "../../../src/queue/cap-watch.ts"
import { Counters } from "../../../src/queue/counters.ts"
import { RunQueue } from "../../../src/queue/run-queue.ts"
import { Worker } from "../../../src/queue/worker.ts"
import { startServer } from "../../../src/server/server.ts"
import type { ServerScript } from "../../../src/testing/index.ts"
import { place } from "../../cli/keelson.ts"
import { freshDatabase } from "../database.ts"

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

const fail = (error: unknown) => {
  throw error
}

/** Where repositories are that nobody fetches. */
export const SOURCES = "https://git.example/team/"

/** A server of a cluster, and workers if need be, in this process; people come in by HTTP. */
export async function house(script: ServerScript, { maxPosts }: { readonly maxPosts?: number } = {}) {
  const there = place()
  for (const [name, value] of Object.entries(there.environment)) vi.stubEnv(name, value)
  const database = await freshDatabase()
  const store = await PostgresStore.open(database)
  const queue = await RunQueue.open(store, fail)
  const people = new People(store.connections)
  const counters = new Counters(store.connections, store.news.presence.id)
  const model = await there.serve(script)
  const flags = {
    model: "openai-compatible:scripted",
    baseUrl: model.url,
    approve: "ask" as const,
    allowSource: [SOURCES],
  }
  const surroundings = { store, responder: undefined, onFault: fail, notify: () => {} }
  const host = runHost([there.workspace], hostWishOf(flags), {
    ...surroundings,
    handOver: (runId) => queue.send(runId),
    standings: (runIds) => queue.standings(runIds),
    metrics: () => clusterMetrics({ store, queue }),
  })
  const rate = maxPosts === undefined ? { postRate: { burst: 1e6, refillMs: 1 } } : {}
  const server = await startServer({
    ...{ host, version: "1", people, onFault: () => {}, maxPosts, tuning: { ...rate, pollMs: 20 } },
    consoleFolder: consoleFolder(),
  })
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    await server.close()
    await queue.close()
    await store.close()
  })

  const asTo = (token: string): Ask => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    return (path, init = {}) => fetch(new URL(path, server.url), { headers, ...init })
  }
  return {
    ...{ there, database, store, queue, people, server, model, counters },
    owner: asTo(server.token ?? ""),
    /** Somebody new, by the way in that they have. */
    person: async (name: string, more: Partial<Person> = {}): Promise<Ask> =>
      asTo(await people.add({ name, tenant: "default", role: "run", places: [], ...more })),
    worker: (concurrency = 4) => {
      const workersHost = runHost([], {}, surroundings)
      const caps = new CapWatch(store.connections, fail)
      const watch = (run: Run) => {
        caps.watch(run)
        counters.watch(run)
      }
      const worker = new Worker({
        ...{ store, queue, concurrency, hasRoom: () => true, onTaken: () => {}, onLeft: () => {}, onFault: fail },
        carryOut: (runId) => workOnRun(workersHost, runId, watch),
        giveUp: async (_runId, reason) => fail(new Error(reason)),
      })
      closing.push(async () => {
        await worker.close()
        caps.close()
        await counters.close()
      })
      return worker
    },
  }
}

export async function post(ask: Ask, path: string, body: object = {}): Promise<{ status: number; body: never }> {
  const reply = await ask(path, { method: "POST", body: JSON.stringify(body) })
  return { status: reply.status, body: (await reply.json()) as never }
}

/** The id of a run that was started. Throws what was said instead. */
export async function started(ask: Ask, request = "Write a note", more: object = {}): Promise<string> {
  const { status, body } = await post(ask, "/api/runs", { request, ...more })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return (body as { run_id: string }).run_id
}

export async function json<T>(ask: Ask, path: string): Promise<T> {
  return (await (await ask(path)).json()) as T
}
