import { describe, expect, it } from "vitest"
import { LEASE_MS } from "../../src/journal/lease.ts"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { SCHEMA_VERSION } from "../../src/journal/postgres/schema.ts"
import { LeaseLostError, LogUnreadableError, StoreUnusableError } from "../../src/journal/store-error.ts"
import {
  ADA,
  BEN,
  ContractClock,
  fact,
  header,
  keysOf,
  startRun,
  step,
} from "../../src/testing/run-store-contract/parts.ts"
import { runStoreContract } from "../../src/testing/run-store-contract.ts"
import { checkAgainstModel } from "../support/run-store-model.ts"
import { freshDatabase } from "./database.ts"
import { sql } from "./sql.ts"

const url = await freshDatabase()

async function open(options: { now: () => number }): Promise<PostgresStore> {
  const store = await PostgresStore.open(url, { ...options, maxConnections: 4 })
  await store.connections.query("DELETE FROM keelson.runs")
  return store
}

runStoreContract("PostgresStore", open, { describe, it }, (options) => PostgresStore.open(url, options))

it("PostgresStore behaves like the reference model over random commands", async () => {
  await checkAgainstModel(open, { seed: 11, cases: 15 })
})

describe("two processes on one database", () => {
  it("race for a run: one claims it, and of two holders' appends only the newer one's are there", async () => {
    const clock = new ContractClock()
    const stores = [await open(clock), await PostgresStore.open(url, clock), await PostgresStore.open(url, clock)]
    const [first] = stores as [PostgresStore, ...PostgresStore[]]
    let lease = await startRun(first, "run-1", ADA)
    for (let round = 1; round <= 10; round++) {
      clock.advance(LEASE_MS)
      const stale = lease
      const late = Promise.allSettled(stores.map((store, at) => store.append(stale, [step(`late-${round}-${at}`, 1)])))
      const claims = await Promise.allSettled(stores.map((store) => store.claim("run-1", BEN)))
      const won = claims.flatMap((claim) => (claim.status === "fulfilled" ? [claim.value] : []))
      expect(won).toHaveLength(1)
      await late
      lease = won[0] as typeof lease
      await expect(first.append(stale, [step(`stale-${round}`, 1)])).rejects.toThrow(LeaseLostError)
    }
    const log = await first.load("run-1")
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
    const tokens = log.map(({ lease: token }) => token)
    expect(tokens).toEqual(tokens.toSorted((left, right) => left - right))
    await Promise.all(stores.map((store) => store.close()))
  })

  it("append and signal at once without a gap or a loss", async () => {
    const [here, there] = [await open({ now: Date.now }), await PostgresStore.open(url)]
    const lease = await startRun(here)
    const words = (at: number) => fact(`word-${at}`, { type: "cancel.requested", by: "user", reason: `${at}` })
    const both = Array.from({ length: 60 }, (_, at) => [
      here.append(lease, [step(`step-${at}`, at)]),
      there.signal("run-1", words(at)),
    ])
    await Promise.all(both.flat())
    const log = await there.load("run-1")
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
    await Promise.all([here.close(), there.close()])
  })

  it("lock one workspace at once, and one has it", async () => {
    const [here, there] = [await open({ now: Date.now }), await PostgresStore.open(url)]
    const begin = (store: PostgresStore, id: string) =>
      store.createRun(header(id), { owner: ADA, entries: [], workspace: "/projects/one" })
    const tried = await Promise.allSettled(
      ["a", "b", "c", "d"].flatMap((id) => [begin(here, `h${id}`), begin(there, `t${id}`)]),
    )
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await here.listRuns()).toHaveLength(1)
    await Promise.all([here.close(), there.close()])
  })

  it("hear of what the other wrote, and ask the table when they did not", async () => {
    const [here, there] = [await open({ now: Date.now }), await PostgresStore.open(url)]
    const lease = await startRun(here)
    await here.news.presence.ready()
    expect(here.isQuiet("run-1", 0)).toBe(false)
    expect(here.isQuiet("run-1", 0)).toBe(true)
    await there.signal("run-1", fact("stop", { type: "cancel.requested", by: "user", reason: "" }))
    await expect.poll(() => here.isQuiet("run-1", 0), { interval: 5 }).toBe(false)
    await here.append(lease, [step("a", 1)])
    expect(await keysOf(there)).toEqual(["stop", "a"])
    await Promise.all([here.close(), there.close()])
  })
})

describe("a database", () => {
  it("is set up once by many who come at the same time", async () => {
    const empty = await freshDatabase()
    const stores = await Promise.all(Array.from({ length: 6 }, () => PostgresStore.open(empty, { maxConnections: 2 })))
    expect(await sql(empty, "SELECT version FROM keelson.about")).toEqual([{ version: SCHEMA_VERSION }])
    await Promise.all(stores.map((store) => store.close()))
  })

  it("that a newer Keelson wrote is refused and left as it is", async () => {
    const newer = await freshDatabase()
    await (await PostgresStore.open(newer)).close()
    await sql(newer, "UPDATE keelson.about SET version = 99")
    await expect(PostgresStore.open(newer)).rejects.toThrow(LogUnreadableError)
    expect(await sql(newer, "SELECT version FROM keelson.about")).toEqual([{ version: 99 }])
  })

  it("that is not there is said in one line, without the password", async () => {
    const wrong = url.replace("postgres@", "postgres:secret@").replace(/[^/]+$/, "nowhere")
    const refusal = await PostgresStore.open(wrong).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StoreUnusableError)
    expect((refusal as Error).message).toMatch(/nowhere: there is no such database/)
    expect((refusal as Error).message).not.toContain("secret")
  })

  it("lets a role without rights in, and says what it may not do", async () => {
    const own = await freshDatabase()
    await (await PostgresStore.open(own)).close()
    await sql(own, "DROP ROLE IF EXISTS keelson_reader").catch(() => {})
    await sql(own, "CREATE ROLE keelson_reader LOGIN").catch(() => {})
    const refusal = await PostgresStore.open(own.replace("postgres@", "keelson_reader@")).catch(
      (error: unknown) => error,
    )
    expect((refusal as Error).message).toContain("this user may not do that")
  })
})
