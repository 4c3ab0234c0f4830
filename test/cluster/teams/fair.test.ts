import fc from "fast-check"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { People, type Tenant } from "../../../src/journal/postgres/people.ts"
import { PostgresStore } from "../../../src/journal/postgres/postgres-store.ts"
import { RunQueue } from "../../../src/queue/run-queue.ts"
import { freshDatabase } from "../database.ts"

const store = await PostgresStore.open(await freshDatabase())
const queue = await RunQueue.open(store, () => {})
const people = new People(store.connections)
const [one, two] = [queue, await RunQueue.open(store, () => {})]
beforeEach(clear)
afterAll(async () => {
  await one.close()
  await two.close()
  await store.close()
})

async function clear(): Promise<void> {
  for (const table of ["keelson_queue.job", "keelson.runs", "keelson.tenants", "keelson.spending"])
    await store.connections.query(`DELETE FROM ${table}`)
}

/** Runs of a tenant that wait, in this order. */
async function waiting(tenant: string, count: number, weight = 1, caps: Partial<Tenant> = {}): Promise<void> {
  await people.setTenant({ name: tenant, weight, ...caps })
  for (let n = 1; n <= count; n++) {
    const id = `${tenant}-${n}`
    await store.connections.query(
      `INSERT INTO keelson.runs (id, workspace, title, strategy, model, state, created_at, updated_at, tenant)
       VALUES ($1, '/w', 'x', 'phased', 'm', 'INTAKE', 1, 1, $2)`,
      [id, tenant],
    )
    await queue.send(id)
  }
}

const namesOf = (jobs: readonly ({ runId: string } | undefined)[]) => jobs.map((job) => job?.runId)
const tenantsOf = (jobs: readonly { runId: string }[]) => jobs.map(({ runId }) => runId.split("-")[0] ?? "")

const SEED = 55

type Waiting = { readonly count: number; readonly weight: number }

/** Nobody has room left over while others wait, and whoever waits has no less than anybody else by weight, but for the last run. */
function expectFair(tenants: readonly Waiting[], slots: number, taken: readonly { runId: string }[]): void {
  const all = tenants.reduce((sum, { count }) => sum + count, 0)
  expect(taken.length).toBe(Math.min(slots, all))
  const had = tenants.map((_, index) => tenantsOf(taken).filter((name) => name === `t${index}`).length)
  const share = (index: number, less = 0) => ((had[index] ?? 0) - less) / (tenants[index]?.weight ?? 1)
  for (const [index, { count }] of tenants.entries()) {
    const own = taken.map(({ runId }) => runId).filter((id) => id.startsWith(`t${index}-`))
    expect(own).toEqual(own.map((_, n) => `t${index}-${n + 1}`))
    const others = had[index] === count ? [] : tenants.map((_, other) => share(other, 1))
    expect(Math.max(...others, 0)).toBeLessThanOrEqual(share(index))
  }
}

describe("the order of the queue", () => {
  it("gives each tenant its share by weight, whoever came first, and each tenant's runs in their order", async () => {
    const tenant = fc.record({ count: fc.integer({ min: 1, max: 12 }), weight: fc.constantFrom(0.5, 1, 2, 3) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(tenant, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 16 }),
        async (tenants, slots) => {
          await clear()
          for (const [index, { count, weight }] of tenants.entries()) await waiting(`t${index}`, count, weight)
          const taken: { runId: string }[] = []
          while (taken.length < slots) {
            const next = await queue.fetch(Math.min(4, slots - taken.length))
            if (next.length === 0) break
            taken.push(...next)
          }
          expectFair(tenants, slots, taken)
        },
      ),
      { seed: SEED, numRuns: 15 },
    )
  })

  it("lets a run that has begun go before those of its tenant that never did, and takes nothing from other tenants for it", async () => {
    await waiting("blue", 3)
    await waiting("red", 2)
    const [lost, ...others] = await queue.fetch(4)
    expect(namesOf([lost, ...others])).toEqual(["blue-1", "red-1", "blue-2", "red-2"])
    await store.connections.query("UPDATE keelson.runs SET state = 'EXECUTING' WHERE id = 'blue-2'")
    // One lost its worker before it got anywhere, one was given back on its way; one more of blue never began.
    const [, second] = others
    if (lost) await queue.takeAway(lost)
    if (second) await queue.putBack(second)
    expect([...(await queue.standings(["blue-1", "blue-2", "blue-3"]))].map(([id, { place }]) => [id, place])).toEqual([
      ["blue-1", 1],
      ["blue-2", 2],
      ["blue-3", 3],
    ])
    await waiting("green", 1)
    expect(namesOf(await queue.fetch(3))).toEqual(["blue-1", "green-1", "blue-2"])
  })

  it("lets a run that somebody is in the way of wait behind those that never began", async () => {
    await waiting("blue", 2)
    const [first] = await queue.fetch(1)
    await store.connections.query("UPDATE keelson.runs SET state = 'EXECUTING' WHERE id = 'blue-1'")
    if (first) await queue.putBack(first, { isInTheWay: true })
    expect(namesOf(await queue.fetch(2))).toEqual(["blue-2", "blue-1"])
  })

  it("keeps the cap on runs at once however many pick at the same time, and says why the rest waits", async () => {
    await waiting("blue", 6, 1, { maxRuns: 2 })
    await waiting("red", 1)
    const taken = (await Promise.all([one, two, one, two].map((each) => each.fetch(4)))).flat()
    expect(tenantsOf(taken).sort()).toEqual(["blue", "blue", "red"])
    const standings = await queue.standings(["blue-1", "blue-3", "blue-4"])
    expect([...standings]).toEqual([
      ["blue-3", { place: 1, reason: "tenant_runs" }],
      ["blue-4", { place: 2, reason: "tenant_runs" }],
    ])
    const [first] = taken.filter(({ runId }) => runId === "blue-1")
    if (first) await one.settle(first)
    expect((await two.fetch(4)).map(({ runId }) => runId)).toEqual(["blue-3"])
  })

  it("lets nobody begin who has spent what they may today, and says so; runs that ended are looked at all the same", async () => {
    await waiting("blue", 2, 1, { maxCost: 1 })
    await waiting("red", 1, 1, { maxTokens: 10 })
    await store.connections.query(
      `INSERT INTO keelson.spending VALUES ('blue', (now() AT TIME ZONE 'utc')::date, 1, 5, 1.5),
         ('red', (now() AT TIME ZONE 'utc')::date, 1, 10, 0), ('red', '2020-01-01', 9, 9, 9)`,
    )
    await store.connections.query("UPDATE keelson.runs SET state = 'CANCELLED' WHERE id = 'blue-2'")
    expect((await queue.fetch(4)).map(({ runId }) => runId)).toEqual(["blue-2"])
    expect([...(await queue.standings(["blue-1", "red-1"])).values()].map(({ reason }) => reason).sort()).toEqual([
      "tenant_cost",
      "tenant_tokens",
    ])
    await people.setTenant({ name: "blue", maxCost: null })
    expect([...(await queue.standings(["blue-1"]))]).toEqual([["blue-1", { place: 1, reason: "no_workers" }]])
    expect((await queue.fetch(4)).map(({ runId }) => runId)).toEqual(["blue-1"])
  })
})
