import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../test/support/cpu-time.ts"
import { checkAgainstModel } from "../../../test/support/run-store-model.ts"
import { BEN, fact, header, leaveRun, startRun, step } from "../../testing/run-store-contract/parts.ts"
import { runStoreContract } from "../../testing/run-store-contract.ts"
import { openStore } from "../open-store.ts"
import type { Lease } from "../run-store.ts"
import { RunBusyError, WorkspaceBusyError } from "../store-error.ts"
import { SqliteStore } from "./sqlite-store.ts"

const folder = mkdtempSync(join(tmpdir(), "keelson-sqlite-"))
let files = 0
const newPath = () => join(folder, `${++files}`, "keelson.db")
const open = (options: { now: () => number }) => SqliteStore.open(newPath(), options)
const openAgain = (options: { now: () => number }) => SqliteStore.open(join(folder, `${files}`, "keelson.db"), options)
afterAll(() => rmSync(folder, { recursive: true }))

runStoreContract("SqliteStore", open, { describe, it }, openAgain)

it("SqliteStore behaves like the reference model over random commands", async () => {
  await checkAgainstModel(open, { seed: 11, cases: 40 })
})

describe("writes that are asked for at once", () => {
  it("are answered as if they had come one after the other", async () => {
    await checkAgainstModel(open, { seed: 12, cases: 40, atOnce: true })
  })

  it("do not fail for what is wrong with one of them", async () => {
    const store = await open({ now: Date.now })
    const leases = await Promise.all(["run-1", "run-2", "run-3"].map((id) => startRun(store, id)))
    const database = new DatabaseSync(join(folder, `${files}`, "keelson.db"))
    database.exec(`CREATE TRIGGER no BEFORE INSERT ON entries WHEN NEW.run_id = 'run-2' AND NEW.key = 'b'
      BEGIN SELECT RAISE(ABORT, 'not this one'); END`)
    database.close()
    const written = leases.map((lease) => store.append(lease, [step("a", 1), step("b", 2)]))
    const ends = await Promise.allSettled(written)
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    const logs = await Promise.all(["run-1", "run-2", "run-3"].map((id) => store.load(id)))
    expect(logs.map((log) => log.map(({ key }) => key))).toEqual([["a", "b"], [], ["a", "b"]])
    await store.close()
  })

  it("are all known beside the file, where they must outlive a power cut", async () => {
    const store = await open({ now: Date.now })
    const ids = Array.from({ length: 300 }, (_, index) => `run-${index}`)
    const entries = [fact("s", { type: "state.changed", state: "PLANNING" })]
    await Promise.all(ids.map((id) => store.createRun(header(id), { owner: BEN, entries })))
    const database = new DatabaseSync(join(folder, `${files}`, "keelson.db"))
    database.exec("DELETE FROM entries")
    database.close()
    expect((await store.missing()).map(({ runId }) => runId).sort()).toEqual(ids.toSorted())
    await store.close()
  })

  it("are written before the store closes, waited for or not", async () => {
    const store = await open({ now: Date.now })
    const lease = await startRun(store)
    const writing = store.append(lease, [step("a", 1)])
    await store.close()
    await writing
    const again = await openAgain({ now: Date.now })
    expect(await again.load("run-1")).toHaveLength(1)
    await again.close()
  })
})

describe("a log that is said to be quiet", () => {
  /** `late`: from how many entries before the end on. */
  const acts = fc.record({
    act: fc.constantFrom("append", "signal", ...Array.from({ length: 3 }, () => ["ask", "read"] as const).flat()),
    isHere: fc.boolean(),
    run: fc.constantFrom("run-1", "run-2"),
    late: fc.constantFrom(0, 0, 1),
  })

  type At = { readonly store: SqliteStore; readonly lease: Lease; readonly after: number; readonly key: string }
  const ACTS = {
    append: ({ store, lease, key }: At) => store.append(lease, [step(key, 1)]),
    signal: ({ store, lease, key }: At) =>
      store.signal(lease.runId, fact(key, { type: "cancel.requested", by: "user", reason: "" })),
    read: ({ store, lease, after }: At) => store.load(lease.runId, after),
    /** What follows, where it is said that there is nothing. */
    ask: async ({ store, lease, after }: At) =>
      store.isQuiet(lease.runId, after) ? { unheard: await store.load(lease.runId, after) } : undefined,
  }

  it("has nothing new, whoever writes", async () => {
    let quiet = 0
    const property = fc.asyncProperty(fc.array(acts, { minLength: 20, maxLength: 60 }), async (list) => {
      const [here, there] = [await open({ now: Date.now }), await openAgain({ now: Date.now })]
      const leases = { "run-1": await startRun(here, "run-1"), "run-2": await startRun(there, "run-2") }
      for (const [index, { act, isHere, run, late }] of list.entries()) {
        const after = Math.max(0, (await there.lastSeq(run)) - late)
        const at = { store: isHere ? here : there, lease: leases[run], after, key: `k${index}` }
        const heard = await ACTS[act](at)
        if (!heard || !("unheard" in heard)) continue
        expect(heard.unheard).toEqual([])
        quiet++
      }
      await Promise.all([here.close(), there.close()])
    })
    await fc.assert(property, { seed: 13, numRuns: 40 })
    expect(quiet).toBeGreaterThan(10)
  })
})

describe("a SqliteStore that is opened again", () => {
  it("has kept everything", async () => {
    const path = newPath()
    const first = await SqliteStore.open(path)
    const lease = await startRun(first)
    await first.lockWorkspace(lease, "/projects/one")
    await first.append(lease, [fact("s", { type: "state.changed", state: "PLANNING" }), step("a", { 分: "析" })])
    const log = await first.load("run-1")
    await first.close()
    await first.close()

    const second = await SqliteStore.open(path)
    expect(await second.findRun("run-1")).toEqual(header("run-1", { state: "PLANNING", updated_at: 200 }))
    expect(await second.load("run-1")).toEqual(log)
    await expect(second.claim("run-1", BEN)).rejects.toThrow(RunBusyError)
    const other = await startRun(second, "run-2", BEN)
    await expect(second.lockWorkspace(other, "/projects/one")).rejects.toThrow(WorkspaceBusyError)
    await second.append(lease, [step("b", 2)])
    await second.close()
  })

  it("is where openStore keeps it", async () => {
    const place = join(folder, "state")
    const first = await openStore(place)
    await leaveRun(first, header("run-1"))
    await first.close()
    const second = await SqliteStore.open(join(place, "keelson.db"))
    expect(await second.findRun("run-1")).toEqual(header("run-1"))
    await second.close()
  })
})

it("10,000 entries load in well under half a second", async () => {
  const store = await open({ now: Date.now })
  const lease = await startRun(store)
  const text = "x".repeat(900)
  const entries = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 === 0
      ? step(`step-${index}`, { text })
      : fact(`event-${index}`, { type: "cancel.requested", by: "user", reason: text }),
  )
  await store.append(lease, entries)
  const ms = await cpuMsOf(async () => expect(await store.load("run-1")).toHaveLength(10_000))
  expect(ms).toBeLessThan(500)
  await store.close()
})
