import { describe, expect, it } from "vitest"
import { LogPage } from "../../src/protocol/api/api.ts"
import { CallList, OpenedCall } from "../../src/protocol/api/call-api.ts"
import { ReplayReply } from "../../src/protocol/api/replay-api.ts"
import { ringer } from "./models.ts"
import { ended, type Place, place } from "./place.ts"

async function json(there: Place, path: string): Promise<unknown> {
  return (await there.fetch(path)).json()
}

describe("calls of models over HTTP", () => {
  it("are listed and opened, by number and by key, as they are described", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    await ended(there, id)
    const { calls } = CallList.parse(await json(there, `/api/runs/${id}/calls`))
    expect(calls.map(({ n, key }) => [n, key])).toEqual([
      [1, "turn-1/reply"],
      [2, "turn-2/reply"],
    ])
    const second = OpenedCall.parse(await json(there, `/api/runs/${id}/calls/2`))
    expect(second.before?.n).toBe(1)
    expect(second.sent?.filter(({ same }) => !same).map(({ kind }) => kind)).toEqual(["assistant", "result"])
    expect(await json(there, `/api/runs/${id}/calls/${encodeURIComponent("turn-2/reply")}`)).toEqual(second)
    expect((await there.fetch(`/api/runs/${id}/calls/3`)).status).toBe(404)
    expect((await there.fetch("/api/runs/nobody/calls")).status).toBe(404)
    // What is kept for this is no artifact.
    const [kept] = await there.store.listBlobs(id, "call ")
    expect((await there.fetch(`/api/runs/${id}/artifacts/${encodeURIComponent(kept?.id ?? "")}`)).status).toBe(404)
  })

  it("leave room for what else is done with a run: other guards, a fork, the archive", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    await ended(there, id)
    const replayed = await there.post(`/api/runs/${id}/replay`, { set: ["max_iterations=1"] })
    expect(ReplayReply.parse(await replayed.json()).counts.limits).toMatchObject({ fired: 1, recorded: 0 })
    expect((await there.post(`/api/runs/${id}/replay`, { set: ["nonsense"] })).status).toBe(400)

    expect((await there.post(`/api/runs/${id}/fork`, { from: "nowhere" })).status).toBe(409)
    const wish = { from: "turn-2", tell: "Ring twice." }
    const forked = (await (await there.post(`/api/runs/${id}/fork`, wish)).json()) as { run_id: string }
    expect(await ended(there, forked.run_id)).toMatchObject({ outcome: "done" })
    const { events } = LogPage.parse(await json(there, `/api/runs/${forked.run_id}/log`))
    const types = events.map(({ event }) => event.type)
    expect(types.indexOf("words.heard")).toBeGreaterThan(types.indexOf("run.forked"))

    expect((await there.post(`/api/runs/${id}/archive`, {})).status).toBe(200)
    const ids = async (query: string) =>
      ((await json(there, `/api/runs${query}`)) as { runs: { id: string }[] }).runs.map((run) => run.id)
    expect(await ids("")).toEqual([forked.run_id])
    expect(await ids("?archived=true")).toEqual([id])
    expect((await there.post(`/api/runs/${id}/archive`, { archived: false })).status).toBe(200)
    expect(await ids("")).toHaveLength(2)
  })
})
