import { describe, expect, it } from "vitest"
import { hang } from "../../../src/testing/server-reply.ts"
import { asked, story, WRITE_NOTE } from "../../cli/scripts.ts"
import { type Ask, house, json, post, started } from "./house.ts"

type Shown = {
  readonly header: { readonly queue?: object }
  readonly result: {
    readonly outcome: string
    readonly limit?: string
    readonly reason: string
    readonly summary: string
  }
}

const told = story({ plans: [WRITE_NOTE] })
let isHeld = true
const { person, people, worker, store } = await house((body, n) => {
  if (typeof told !== "function") throw new Error("A story is a function.")
  return isHeld && asked([{ body }])[0] === "judge_tasks" ? hang() : told(body, n)
})
const ann = await person("ann", { tenant: "blue", role: "approve" })

const shown = (ask: Ask, id: string) => json<Shown>(ask, `/api/runs/${id}`)
const queueOf = async (id: string) => (await shown(ann, id)).header.queue

describe("what a tenant may spend a day", () => {
  it("ends what is under way like a limit of its own, lets nothing new begin, and says so everywhere", async () => {
    await people.setTenant({ name: "blue", maxTokens: 1_000_000 })
    const first = await started(ann, "Write a note", { approve: "full" })
    expect(await queueOf(first)).toEqual({ place: 1, reason: "no_workers" })
    worker(1)
    await expect.poll(() => queueOf(first), { interval: 20, timeout: 8000 }).toBeUndefined()
    const second = await started(ann, "Write another", { approve: "full" })
    await expect.poll(() => queueOf(second), { interval: 20, timeout: 8000 }).toEqual({ place: 1, reason: "busy" })

    // Until it has spent something, and is in the middle of its work.
    const spent = async () => Number((await people.tenants()).find(({ name }) => name === "blue")?.tokens)
    await expect.poll(spent, { interval: 20, timeout: 8000 }).toBeGreaterThan(100)
    await people.setTenant({ name: "blue", maxTokens: 100 })
    await expect
      .poll(async () => (await shown(ann, first)).result.outcome, { interval: 20, timeout: 8000 })
      .toBe("incomplete")
    const { result } = await shown(ann, first)
    expect(result).toMatchObject({ limit: "tenant_tokens", reason: expect.stringContaining("the team may use a day") })
    expect(result.summary).not.toBe("")

    expect(await queueOf(second)).toEqual({ place: 1, reason: "tenant_tokens" })
    const listed = await json<{ runs: { id: string; queue?: object }[] }>(ann, "/api/runs")
    expect(listed.runs.find(({ id }) => id === second)?.queue).toEqual({ place: 1, reason: "tenant_tokens" })
    const reader = (await ann(`/api/runs/${second}/events`)).body?.getReader()
    let stream = ""
    while (!stream.includes("tenant_tokens")) stream += new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()

    // What was stopped can go on, and waits like the others; a new day, or a word, and both do.
    isHeld = false
    expect((await post(ann, `/api/runs/${first}/resume`)).status).toBe(200)
    expect(await queueOf(first)).toEqual({ place: 1, reason: "tenant_tokens" })
    await people.setTenant({ name: "blue", maxTokens: null })
    for (const id of [first, second])
      await expect.poll(async () => (await shown(ann, id)).result.outcome, { interval: 20, timeout: 8000 }).toBe("done")
  })

  it("counts what is called, and not again what a fork copies", async () => {
    const before = await people.tenants()
    const [row] = await store.connections.query(
      `SELECT sum((body::jsonb #>> '{usage,prompt}')::int + (body::jsonb #>> '{usage,completion}')::int)::int AS tokens
       FROM keelson.entries WHERE body LIKE '{"type":"model.called"%'`,
    )
    const blue = before.find(({ name }) => name === "blue")
    expect([blue?.tokens, blue?.cost]).toEqual([row?.tokens, 0])
    const [{ id: done } = { id: "" }] = (await json<{ runs: { id: string }[] }>(ann, "/api/runs?state=done")).runs
    await people.setTenant({ name: "blue", maxRuns: 0 })
    const forked = await post(ann, `/api/runs/${done}/fork`, { from: "phase-1/round-1" })
    expect(forked.status).toBe(201)
    expect(await queueOf((forked.body as { run_id: string }).run_id)).toMatchObject({ reason: "tenant_runs" })
    expect((await people.tenants()).find(({ name }) => name === "blue")?.tokens).toBe(blue?.tokens)
  })
})
