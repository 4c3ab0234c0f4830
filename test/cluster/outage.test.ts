import { afterAll, expect, it } from "vitest"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { keysOf, startRun, step } from "../../src/testing/run-store-contract/parts.ts"
import { startPostgres } from "./postgres-server.ts"

const server = await startPostgres()
const store = await PostgresStore.open(server.url("postgres"))
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
