import { afterAll, expect, it } from "vitest"
import { People } from "../../src/journal/postgres/people.ts"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { keysOf, startRun, step } from "../../src/testing/run-store-contract/parts.ts"
import { place } from "../cli/keelson.ts"
import { startPostgres } from "./postgres-server.ts"
import { clusterOn } from "./processes.ts"

const server = await startPostgres()
const store = await PostgresStore.open(server.url("postgres"))
const cluster = clusterOn(server.url("postgres"))
afterAll(async () => {
  await store.close()
  await server.close()
})

/** What is asked while nobody is there is done when somebody is. */
async function outage(end: () => Promise<void>, work: () => Promise<unknown>): Promise<void> {
  await end()
  const waiting = new Promise<void>((resolve) => store.onLocked(resolve))
  const done = work()
  // A connection outlives the server that was killed for a moment, and may do it.
  await Promise.race([waiting, done])
  await server.start()
  await done
}

it("a write waits for a server that is stopped, and for one that was killed", async () => {
  const lease = await startRun(store)
  await outage(
    () => server.stop(),
    () => store.append(lease, [step("a", 1)]),
  )
  await outage(
    () => server.kill(),
    () => store.append(lease, [step("b", 2)]),
  )
  expect(await keysOf(store)).toEqual(["a", "b"])
  expect(store.connections.sinceFault).toBeLessThan(60_000)
  // The process shows again that it is there.
  await expect.poll(() => store.news.presence.isReady, { interval: 20 }).toBe(true)
  const locks = "SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted"
  expect(await store.connections.query(locks, [store.news.presence.id])).toEqual([{ held: 1 }])
})

it("a server says once that the database is away and once that it is back, counts it, and lets people on", async () => {
  const person = { name: "ann", tenant: "default", role: "run" as const, places: [] }
  const headers = { authorization: `Bearer ${await new People(store.connections).add(person)}` }
  const { running, url, ask } = await cluster.server(place(), [])
  const asAnn = async () => (await fetch(new URL("/api/runs", url), { headers })).status
  expect(await asAnn()).toBe(200)
  await server.stop()
  // Nobody asks anything: the server itself looks whether tokens are still good.
  await running.hears("stderr", "does not answer")
  expect([(await ask("/healthz")).status, (await ask("/readyz")).status]).toEqual([200, 503])
  await server.start()
  await running.hears("stderr", "answers again")
  await expect.poll(asAnn, { interval: 20 }).toBe(200)
  const counted = /^keelson_database_errors_total (\d+)$/m.exec(await (await ask("/metrics")).text())
  expect(Number(counted?.[1])).toBeGreaterThan(0)
  running.process.kill("SIGTERM")
  const { stderr } = await running.end
  expect(stderr.match(/does not answer|answers again/g)).toEqual(["does not answer", "answers again"])
})
