import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { cpuMsOf } from "../testing/cpu-time.ts"
import { BEN, fact, header, leaveRun, startRun, step } from "../testing/run-store-contract/parts.ts"
import { runStoreContract } from "../testing/run-store-contract.ts"
import { checkAgainstModel } from "../testing/run-store-model.ts"
import { openStore } from "./open-store.ts"
import { SqliteStore } from "./sqlite-store.ts"
import { RunBusyError, WorkspaceBusyError } from "./store-error.ts"

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
