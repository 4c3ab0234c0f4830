import { describe, expect, it } from "vitest"
import type { RunListPage } from "../../src/protocol/api/api.ts"
import { gated, ringer } from "./models.ts"
import { type Place, place, readStream } from "./place.ts"

/** A server that goes down in the middle of a run, with somebody looking on. */
async function interrupted(): Promise<{ there: Place; id: string; opened: () => void }> {
  const model = gated(ringer(), "turn-2/reply")
  const there = await place({ model })
  const id = await there.start()
  await model.reached
  const looking = Promise.withResolvers<void>()
  const reading = readStream(there, id, {
    until: ({ name }) => {
      if (name === "state") looking.resolve()
      return false
    },
  })
  await looking.promise
  await there.server.close()
  const events = await reading
  expect(events.map(({ name }) => name)).not.toContain("end")
  return { there, id, opened: () => model.open() }
}

async function typesIn({ store }: Place, id: string): Promise<string[]> {
  return (await store.load(id)).flatMap(({ record }) => (record.kind === "event" ? [record.event.type] : []))
}

describe("a server that shuts down", () => {
  it("ends its streams and leaves runs as if they had been interrupted, not ended", async () => {
    const { there, id } = await interrupted()
    await using _ = there
    const types = await typesIn(there, id)
    expect(types).not.toContain("run.ended")
    expect(types).not.toContain("cancel.requested")
    expect(await there.store.isHeld(id)).toBe(false)
    await expect(fetch(there.server.url)).rejects.toThrow()
    expect(there.faults).toEqual([])
  })

  it("refuses the whole of a request that comes in its last moment: whoever follows runs asks again", async () => {
    const there = await place({ model: ringer() })
    await using _ = there
    const id = await there.start()
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const find = there.store.findRun.bind(there.store)
    there.store.findRun = async (run) => {
      asked.resolve()
      await goOn.promise
      return find(run)
    }
    const replying = there.fetch(`/api/events?run=${id}@0`)
    await asked.promise
    const closed = there.server.close()
    goOn.resolve()
    expect((await replying).status).toBe(503)
    await closed
  })

  it("is followed by one that lists them, and takes them up when asked", async () => {
    const { there, id, opened } = await interrupted()
    await using _ = there
    const next = await there.another()
    const headers = { authorization: `Bearer ${next.token}` }
    const list = (await (await fetch(new URL("/api/runs", next.url), { headers })).json()) as RunListPage
    expect(list.runs).toMatchObject([{ id, outcome: "running", live: false, state: "EXECUTING" }])

    opened()
    expect(await next.resumeInterrupted()).toEqual([id])
    const events = await readStream(there, id, { server: next })
    expect(events.at(-1)).toMatchObject({ name: "end", data: { outcome: "done" } })
    expect(there.rung).toEqual(["a"])
    expect(await next.resumeInterrupted()).toEqual([])
  })
})
