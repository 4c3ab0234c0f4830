import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { currentOwner } from "../../src/journal/owner.ts"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { StoreUnreachableError } from "../../src/journal/store-error.ts"
import { RunQueue } from "../../src/queue/run-queue.ts"
import { type Carrying, type Parting, Worker, type WorkerParts } from "../../src/queue/worker.ts"
import { ADA, BEN, fact, header, leaveRun, startRun, step } from "../../src/testing/run-store-contract/parts.ts"
import { freshDatabase } from "./database.ts"

const url = await freshDatabase()
const store = await PostgresStore.open(url)
const queue = await RunQueue.open(store, () => {})
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  await store.connections.query("DELETE FROM keelson_queue.job")
  await store.connections.query("DELETE FROM keelson.runs")
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  await queue.close()
  await store.close()
})

/** A worker that notes what it is given. */
function worker(carryOut: WorkerParts["carryOut"], more: Partial<WorkerParts> = {}) {
  const taken: string[] = []
  const left: (Parting | Error)[] = []
  const givenUp: string[] = []
  const made = new Worker({
    store,
    queue,
    concurrency: 2,
    hasRoom: () => true,
    carryOut: (runId) => {
      taken.push(runId)
      return carryOut(runId)
    },
    giveUp: async (runId, reason) => void givenUp.push(`${runId}: ${reason}`),
    onTaken: () => {},
    onLeft: (_runId, how) => left.push(how),
    onFault: (error) => {
      throw error
    },
    ...more,
  })
  closing.push(() => made.close())
  return { made, taken, left, givenUp }
}

/** Ends as somebody else says. */
function held(): Carrying & { end: (carried: Parting) => void } {
  const { promise, resolve } = Promise.withResolvers<Parting>()
  return { carried: promise, end: resolve, giveBack: () => resolve("given back") }
}

const done = async (): Promise<Parting> => {
  for (const { id } of await store.listRuns()) {
    const lease = await store.claim(id, currentOwner()).catch(() => undefined)
    if (!lease) continue
    await store.append(lease, [fact("end", { type: "state.changed", state: "DONE" })])
    await store.release(lease)
  }
  return "settled"
}

describe("the queue", () => {
  it("has a run looked at once, however often it was asked, and once more for what came meanwhile", async () => {
    await Promise.all([queue.send("run-1"), queue.send("run-1"), queue.send("run-1")])
    const [job, ...others] = await queue.fetch(4)
    expect([job?.runId, others]).toEqual(["run-1", []])
    await Promise.all([queue.send("run-1"), queue.send("run-1")])
    expect(await queue.fetch(4)).toEqual([])
    if (job) await queue.settle(job)
    expect(await queue.figures()).toMatchObject({ queued: 1, active: 0 })
    const [again] = await queue.fetch(4)
    if (again) await queue.settle(again)
    expect(await queue.fetch(4)).toEqual([])
  })

  it("has a run that was to be looked at later looked at now", async () => {
    await queue.send("run-1", { afterSeconds: 600 })
    expect(await queue.fetch(1)).toEqual([])
    await queue.send("run-1")
    expect((await queue.fetch(1)).map(({ runId }) => runId)).toEqual(["run-1"])
  })
})

describe("a worker", () => {
  it("carries out no more runs at once than it may, and all of them in the end", async () => {
    const ends: (() => void)[] = []
    let most = 0
    const { made, taken } = worker(async () => {
      const run = held()
      ends.push(() => run.end("settled"))
      return run
    })
    for (const id of ["a", "b", "c", "d", "e"]) await queue.send(id)
    while (taken.length < 5 || made.held.length > 0) {
      most = Math.max(most, made.held.length)
      // None ends while there is room for another: a slow machine shows the same.
      if (made.held.length >= 2 || taken.length === 5) ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(most).toBe(2)
    expect(taken.toSorted()).toEqual(["a", "b", "c", "d", "e"])
  })

  it("gives back what it has when it is closed, and another one takes it up", async () => {
    const first = worker(async () => held())
    await queue.send("run-1")
    await expect.poll(() => first.made.held, { interval: 5 }).toEqual(["run-1"])
    await first.made.close()
    expect(first.left).toEqual(["given back"])
    const second = worker(async () => "settled")
    await expect.poll(() => second.taken, { interval: 5 }).toEqual(["run-1"])
  })

  it("has a run looked at again when the database was away in the middle", async () => {
    let times = 0
    const { taken } = worker(async () => {
      if (times++ === 0) throw new StoreUnreachableError(url)
      return "settled"
    })
    await queue.send("run-1", { errors: 4 })
    await expect.poll(() => taken, { interval: 5 }).toEqual(["run-1", "run-1"])
    await expect.poll(() => queue.figures(), { interval: 5 }).toMatchObject({ queued: 0, active: 0 })
  })

  it("lets a run end that nobody can carry out, with the reason", async () => {
    const { givenUp } = worker(async () => {
      throw new Error("no such folder")
    })
    await queue.send("run-1", { errors: 4 })
    await expect.poll(() => givenUp, { interval: 5 }).toEqual(["run-1: no worker could carry it out: no such folder"])
    await expect.poll(() => queue.figures(), { interval: 5 }).toMatchObject({ queued: 0, active: 0 })
  })

  it("finds a run that everybody forgot, and an answer whose giver died", async () => {
    await leaveRun(store, header("begun"))
    const lease = await startRun(store, "asked")
    await store.append(lease, [fact("wait", { type: "state.changed", state: "WAITING" })])
    await store.release(lease)
    expect(await queue.forgotten()).toEqual(["begun"])
    await store.signal("asked", fact("a", { type: "clarification.answered", question: "q", answer: "yes" }))
    expect((await queue.forgotten()).toSorted()).toEqual(["asked", "begun"])
    const { taken } = worker(done)
    await expect.poll(() => taken.toSorted().join(), { interval: 5 }).toContain("asked")
    expect(taken).toContain("begun")
  })
})

describe("a process that is gone", () => {
  it("loses what it had fetched and not taken up yet, within moments", async () => {
    const gone = await PostgresStore.open(url)
    const itsQueue = await RunQueue.open(gone, () => {})
    await leaveRun(store, header("fetched"))
    await queue.send("fetched")
    expect((await itsQueue.fetch(1)).map(({ runId }) => runId)).toEqual(["fetched"])
    await itsQueue.close()
    await gone.close()
    const { taken } = worker(done)
    await expect.poll(() => taken, { interval: 5 }).toContain("fetched")
  })

  it("loses its runs within moments, and whoever is there keeps them", async () => {
    const gone = await PostgresStore.open(url)
    const lost = await gone.createRun(header("lost"), { owner: ADA, entries: [step("a", 1)] })
    const kept = await store.createRun(header("kept"), { owner: BEN, entries: [] })
    await queue.send("lost")
    const [job] = await queue.fetch(1)
    expect(job?.runId).toBe("lost")
    await gone.close()
    const { taken } = worker(done)
    await expect.poll(() => taken, { interval: 5 }).toContain("lost")
    await expect(store.append(lost, [step("b", 2)])).rejects.toThrow(/took over/)
    await store.append(kept, [step("b", 2)])
    expect(taken).not.toContain("kept")
  })
})
