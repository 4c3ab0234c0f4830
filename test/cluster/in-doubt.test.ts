import { afterAll, describe, expect, it } from "vitest"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { ADA, fact, header, keysOf, leaveRun, startRun, step } from "../../src/testing/run-store-contract/parts.ts"
import { freshDatabase } from "./database.ts"
import { FaultyLine } from "./faulty-line.ts"

const url = await freshDatabase()
const line = await FaultyLine.to(url)
const store = await PostgresStore.open(line.url)
afterAll(async () => {
  await store.close()
  await line.close()
})

/** What the server did and nobody heard of. */
async function inDoubt<T>(words: string, work: () => Promise<T>): Promise<T> {
  const { swallowed } = line
  line.swallowAnswerTo(words)
  const result = await work()
  expect(line.swallowed).toBe(swallowed + 1)
  return result
}

describe("what the server did, and the answer was lost", () => {
  it("an append is there once", async () => {
    const lease = await startRun(store, "appended")
    await store.append(lease, [step("before", 0)])
    const logged = await inDoubt("append", () => store.append(lease, [step("a", 1), step("b", 2)]))
    expect(logged.map(({ seq }) => seq)).toEqual([2, 3])
    await store.append(lease, [step("c", 3)])
    expect(await keysOf(store, "appended")).toEqual(["before", "a", "b", "c"])
  })

  it("a new run is begun once, and is ours", async () => {
    const lease = await inDoubt("COMMIT", () =>
      store.createRun(header("begun"), { owner: ADA, entries: [step("a", 1)] }),
    )
    expect(lease).toEqual({ runId: "begun", token: 1 })
    await store.append(lease, [step("b", 2)])
    expect(await keysOf(store, "begun")).toEqual(["a", "b"])
  })

  it("a claim is ours, with the token that it got", async () => {
    await leaveRun(store, header("claimed"))
    const lease = await inDoubt("COMMIT", () => store.claim("claimed", ADA))
    expect(lease.token).toBe(2)
    await store.append(lease, [step("a", 1)])
  })

  it("a signal is heard once, and a removal is done", async () => {
    await leaveRun(store, header("gone"))
    const stop = fact("stop", { type: "cancel.requested", by: "user", reason: "" })
    expect((await inDoubt("COMMIT", () => store.signal("gone", stop))).seq).toBe(1)
    expect(await keysOf(store, "gone")).toEqual(["stop"])
    await inDoubt("COMMIT", () => store.removeRun("gone"))
    expect(await store.findRun("gone")).toBeUndefined()
  })
})
