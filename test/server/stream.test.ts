import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { openStore } from "../../src/journal/open-store.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import type { RunHeader } from "../../src/protocol/log/run.ts"
import { react } from "../../src/strategies/react/react.ts"
import { header, leaveRun } from "../../src/testing/run-store-contract/parts.ts"
import { bell } from "../scenarios/play.ts"
import { busyRinger, gated, ringer } from "./models.ts"
import { facts, type Place, place, QUICK, readStream, type StreamEvent } from "./place.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20_261_115)

/** Numbers from 0 up to 1 that a seed replays. */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function factsInLog({ store }: Place, runId: string): Promise<number[]> {
  return (await store.load(runId)).flatMap(({ seq, record }) => (record.kind === "event" ? [seq] : []))
}

function typeOf(data: unknown): string {
  return (data as { event?: { type: string } } | null)?.event?.type ?? ""
}

/** A process that makes a run, says so, and then does nothing with it. */
function hold(state: string, run: RunHeader) {
  const from = (path: string) => JSON.stringify(new URL(`../../src/journal/${path}`, import.meta.url).href)
  const script = `
    import { openStore } from ${from("open-store.ts")}
    import { currentOwner } from ${from("owner.ts")}
    const store = await openStore(${JSON.stringify(state)})
    await store.createRun(${JSON.stringify(run)}, { owner: currentOwner(), entries: [] })
    console.log("held")
    setInterval(() => {}, 1000)`
  const args = ["--conditions=keelson-source", "--input-type=module", "--eval", script]
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
}

const MANY = { max_iterations: 500, max_model_calls: 500 }

describe("the stream of a run", () => {
  it(`loses and repeats nothing over 100 lost connections (seed ${SEED})`, async () => {
    const TURNS = 70
    const model = gated(busyRinger(TURNS), "turn-30/reply")
    await using there = await place({ model, agent: { settings: { reflection: "off" } } })
    const id = await there.start("Ring all bells.", { limits: MANY })
    const random = chance(SEED)
    const seen: number[] = []
    for (let connection = 0; connection < 100; connection++) {
      if (connection === 40) model.open()
      let left = 1 + Math.floor(random() * 4)
      // One that has read all there is yet must not wait for ever: it drops the connection at the state, too.
      const isEnough = ({ name }: StreamEvent) => name === "state" || (name === "fact" && --left === 0)
      seen.push(...facts(await readStream(there, id, { after: seen.at(-1) ?? 0, until: isEnough })))
    }
    const last = await readStream(there, id, { after: seen.at(-1) ?? 0 })
    seen.push(...facts(last))
    expect(last.at(-1)?.name).toBe("end")
    expect(seen).toEqual(await factsInLog(there, id))
    expect(seen.length).toBeGreaterThan(300)
  })

  it("takes the place to resume from the address too, and refuses what is no number", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    const all = facts(await readStream(there, id))
    const some = await (await there.fetch(`/api/runs/${id}/events?after=${all.at(-2)}`)).text()
    expect([...some.matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq))).toEqual(all.slice(-1))
    const headers = { "last-event-id": "-1; DROP" }
    expect((await there.fetch(`/api/runs/${id}/events`, { headers })).status).toBe(400)
  })

  it("carries progress between the facts it belongs to", async () => {
    const model = gated(busyRinger(2), "turn-1/reply")
    await using there = await place({ model })
    const id = await there.start()
    const events = await readStream(there, id, {
      until: ({ name }) => {
        if (name === "state") model.open()
        return name === "end"
      },
    })
    const names = events.map(({ name, data }) => (name === "live" ? "live" : typeOf(data)))
    expect(events.find(({ name }) => name === "live")).toMatchObject({
      id: null,
      data: { type: "model.delta", key: "turn-1/reply" },
    })
    expect(names.indexOf("live")).toBeLessThan(names.indexOf("model.called"))
  })

  it("says that it is still there", async () => {
    const model = gated(ringer(), "turn-1/reply")
    await using there = await place({ model, server: { tuning: { ...QUICK, heartbeatMs: 5 } } })
    const id = await there.start()
    const beats: string[] = []
    const isThird = ({ name }: StreamEvent) => name === "comment" && beats.push(name) === 3
    const events = await readStream(there, id, { until: isThird })
    expect(events.map(({ name }) => name)).toContain("state")
    expect(beats).toHaveLength(3)
  })

  it("shows a run that another process carries out", async () => {
    const model = gated(busyRinger(3), "turn-2/reply")
    await using there = await place({ model: ringer() })
    const elsewhere = await openStore(`${there.root}/state`)
    const { workspace } = there
    const options = { model, store: elsewhere, workspace, tools: [bell().tool], strategy: react, secrets: {} } as const
    const run = await (await createAgent({ ...options, approve: "full" })).start("Ring three bells.")
    await model.reached
    const reading = readStream(there, run.id, {
      until: ({ name, data }) => {
        if (name === "state" && (data as { live: boolean }).live) model.open()
        return false
      },
    })
    await run.result
    const events = await reading
    expect(facts(events)).toEqual(await factsInLog(there, run.id))
    expect(events.at(-1)).toMatchObject({ name: "end", data: { outcome: "done" } })
    await elsewhere.close()
  })

  it("says that nobody carries a run out any more once its process was killed, which writes nothing", async () => {
    await using there = await place({ model: ringer() })
    const child = hold(`${there.root}/state`, header("run-1", { workspace: there.workspace, state: "EXECUTING" }))
    const dead = once(child, "exit")
    await once(child.stdout, "data")
    const seen: boolean[] = []
    await readStream(there, "run-1", {
      until: ({ name, data }) => {
        if (name !== "state") return false
        seen.push((data as { live: boolean }).live)
        if (seen.length === 1) child.kill("SIGKILL")
        return seen.at(-1) === false
      },
    })
    await dead
    expect(seen).toEqual([true, false])
  })

  it("is refused beyond the number of streams that the server has room for", async () => {
    const model = gated(ringer(), "turn-1/reply")
    await using there = await place({ model, server: { tuning: { ...QUICK, maxStreams: 1 } } })
    const id = await there.start()
    const first = await there.fetch(`/api/runs/${id}/events`)
    expect((await there.fetch(`/api/runs/${id}/events`)).status).toBe(429)
    await first.body?.cancel()
  })
})

describe("a reader that does not read", () => {
  it("is cut off, costs the others nothing, and resumes without a gap", async () => {
    const viewerLimits = { liveBytes: 1000, factsBehind: 10, missedBeats: 100 }
    await using there = await place({ model: ringer(), server: { tuning: { ...QUICK, viewerLimits } } })
    await runElsewhere(there)
    const lazy = await lazyReader(there)
    const COUNT = 80
    const arrived = Array.from({ length: COUNT + 1 }, () => Promise.withResolvers<void>())
    const quick = readStream(there, "run-1", {
      until: ({ id }) => {
        if (id !== null) arrived[id]?.resolve()
        return id === COUNT
      },
    })
    for (let index = 1; index <= COUNT; index++) {
      await bigFact(there, index)
      await arrived[index]?.promise
    }
    expect(facts(await quick)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))

    const heard = await lazy.readAll()
    expect(heard.length).toBeLessThan(COUNT)
    const rest = await readStream(there, "run-1", { after: heard.at(-1) ?? 0, until: ({ id }) => id === COUNT })
    expect([...heard, ...facts(rest)]).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))
  })
})

async function runElsewhere({ store, workspace }: Place): Promise<void> {
  const header = { workspace, title: "a long one", strategy: "react", model: "none" }
  await leaveRun(store, { ...header, id: "run-1", state: "EXECUTING", created_at: 1, updated_at: 1 })
}

/** Larger than what the system keeps for a connection, all together. */
async function bigFact({ store }: Place, index: number): Promise<void> {
  const event: DurableEvent = { type: "plan.rejected", control: "plan", issues: ["x".repeat(500_000)] }
  await store.signal("run-1", { key: `big-${index}`, at: index, record: { kind: "event", event } })
}

/** Reads until it has all there is, then leaves everything else where it is. */
async function lazyReader({ server }: Place) {
  const socket = connect(server.port, "127.0.0.1")
  const head = `GET /api/runs/run-1/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}`
  socket.write(`${head}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`)
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1")
  })
  while (!text.includes("event: state")) await once(socket, "data")
  socket.pause()
  return {
    async readAll(): Promise<number[]> {
      socket.on("error", () => {})
      const closed = once(socket, "close")
      socket.resume()
      await closed
      // A fact that was cut in the middle was not heard.
      return [...text.matchAll(/id: (\d+)\nevent: fact\ndata: .*?\n\n/gs)].map(([, seq]) => Number(seq))
    },
  }
}
