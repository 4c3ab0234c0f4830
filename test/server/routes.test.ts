import { describe, expect, it } from "vitest"
import { LogPage, type RunListPage } from "../../src/protocol/api/api.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { leaveRun } from "../../src/testing/run-store-contract/parts.ts"
import { aPng } from "../tools/a-png.ts"
import { done, gated, ring, ringer } from "./models.ts"
import { ended, facts, type Place, place, readStream, waiting } from "./place.ts"

async function list(there: Place, query = ""): Promise<RunListPage> {
  return (await (await there.fetch(`/api/runs${query}`)).json()) as RunListPage
}

describe("a run over HTTP", () => {
  it("is started, followed to its end, and looked up", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    const events = await readStream(there, id)
    expect(events.at(-1)).toEqual({ id: null, name: "end", data: { state: "DONE", outcome: "done", live: false } })

    const found = (await (await there.fetch(`/api/runs/${id}`)).json()) as { header: object; result: object }
    expect(found.result).toMatchObject({ run_id: id, outcome: "done", total_tasks: 1 })
    expect(found.header).toMatchObject({ id, state: "DONE", outcome: "done", calls: 2, questions: 0, live: false })

    const log = (await (await there.fetch(`/api/runs/${id}/log`)).json()) as { events: { seq: number }[] }
    expect(log.events.map(({ seq }) => seq)).toEqual(facts(events))
    const from = facts(events).at(-2) ?? 0
    const tail = (await (await there.fetch(`/api/runs/${id}/log?from=${from}`)).json()) as { events: { seq: number }[] }
    expect(tail.events.map(({ seq }) => seq)).toEqual(facts(events).slice(-2))
    expect(there.faults).toEqual([])
  })

  it("may bring pictures, which are kept beside its log; what is none is refused", async () => {
    await using there = await place({ model: ringer() })
    const data = Buffer.from(aPng(3, 2)).toString("base64")
    const id = await there.start("What is this?", { attachments: [{ name: "bug.png", data }] })
    const { events } = (await (await there.fetch(`/api/runs/${id}/log`)).json()) as { events: { event: object }[] }
    const file = { name: "attached-1.png", mime: "image/png", width: 3, height: 2 }
    expect(events[0]?.event).toMatchObject({ type: "run.started", attachments: [file] })
    const [started] = events as { event: { attachments?: { id: string }[] } }[]
    const kept = started?.event.attachments?.[0]?.id
    const blob = await there.fetch(`/api/runs/${id}/artifacts/${kept}`)
    expect(Buffer.from(await blob.arrayBuffer()).toString("base64")).toBe(data)
    const words = { request: "See.", attachments: [{ name: "a.txt", data: Buffer.from("words").toString("base64") }] }
    const refused = await there.post("/api/runs", words)
    expect([refused.status, await refused.text()]).toEqual([
      expect.any(Number),
      expect.stringContaining("is no picture"),
    ])
    expect(refused.status).toBeLessThan(500)
  })

  it("waits for an approval, which is given once", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const id = await there.start()
    expect(await waiting(there, id)).toMatchObject({ outcome: "waiting", questions: [{ kind: "approval" }] })
    expect(there.rung).toEqual([])

    const words = await there.post(`/api/runs/${id}/answer`, { text: "yes" })
    expect(words.status).toBe(409)
    const unknown = await there.post(`/api/runs/${id}/approve`, { decision: "allow", question: "nobody-asked" })
    expect(unknown.status).toBe(409)

    const both = await Promise.all([1, 2].map(() => there.post(`/api/runs/${id}/approve`, { decision: "allow" })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
    expect(there.rung).toEqual(["a"])
  })

  it("goes on with an answer that comes before the run has gone to wait", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const id = await there.start()
    await readStream(there, id, { until: ({ data }) => JSON.stringify(data).includes("approval.asked") })
    expect((await there.post(`/api/runs/${id}/approve`, { decision: "allow" })).status).toBe(200)
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
  })

  it("is denied with a reason that the model reads", async () => {
    const refused = { summary: "It was not allowed.", missing: ["refused: ring the bell"] }
    const model = keyedModel({
      "turn-1/reply": ring("a"),
      "turn-2/reply": done("It was not allowed."),
      "closing-1/turn-1/reply": { call: "task_done", input: refused },
    })
    await using there = await place({ model, agent: { approve: "ask" } })
    const id = await there.start()
    await waiting(there, id)
    await there.post(`/api/runs/${id}/approve`, { decision: "deny", reason: "people sleep" })
    expect(await ended(there, id)).toMatchObject({ outcome: "incomplete", refused: ["ring the bell"] })
    const artifact = await (await there.fetch(`/api/runs/${id}/artifacts/t1t1`)).text()
    expect(artifact).toContain("people sleep")
    expect(there.rung).toEqual([])
  })

  it("is cancelled while it works, and resumed", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    const id = await there.start()
    await model.reached
    const busy = { code: "busy", hint: "Wait for it, or cancel it.", message: expect.not.stringContaining("keelson ") }
    expect(await (await there.post(`/api/runs/${id}/resume`)).json()).toMatchObject({ error: busy })
    const cancelled = await there.post(`/api/runs/${id}/cancel`, { reason: "lunch" })
    expect(cancelled.status).toBe(200)
    expect(await ended(there, id)).toMatchObject({ outcome: "cancelled", reason: "lunch" })
    expect((await there.post(`/api/runs/${id}/cancel`)).status).toBe(409)

    model.open()
    expect((await there.post(`/api/runs/${id}/resume`)).status).toBe(200)
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
    expect(await (await there.post(`/api/runs/${id}/resume`)).json()).toMatchObject({ error: { code: "conflict" } })
    expect(there.rung).toEqual(["a"])
  })

  it("is told something while it works, and not once it has ended", async () => {
    const model = gated(ringer(), "turn-1/reply")
    await using there = await place({ model })
    const id = await there.start()
    await model.reached
    expect((await there.post(`/api/runs/${id}/tell`, { text: " " })).status).toBe(400)
    const told = await there.post(`/api/runs/${id}/tell`, { text: "Mind the cat." })
    expect(await told.json()).toEqual({ run_id: id, live: true })
    model.open()
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
    const { events } = LogPage.parse(await (await there.fetch(`/api/runs/${id}/log`)).json())
    expect(events.map(({ event }) => event.type)).toContain("words.heard")
    const late = await there.post(`/api/runs/${id}/tell`, { text: "One more thing." })
    expect([late.status, await late.json()]).toMatchObject([409, { error: { code: "conflict" } }])
  })

  it("is cancelled while it waits", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const id = await there.start()
    await waiting(there, id)
    expect(await (await there.post(`/api/runs/${id}/cancel`)).json()).toEqual({ run_id: id, live: false })
    expect(await ended(there, id)).toMatchObject({ outcome: "cancelled" })
  })

  it("shows results in full and by lines, and nothing of them can run", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start("Ring the bell.\n<script>alert(1)</script>\nThen stop.")
    await ended(there, id)
    const whole = await there.fetch(`/api/runs/${id}/artifacts/t1t1`)
    expect(await whole.text()).toBe("rang a")
    expect(await (await there.fetch(`/api/runs/${id}/artifacts/${encodeURIComponent("turn-1/task-1")}`)).text()).toBe(
      "rang a",
    )
    const lines = await there.fetch(`/api/runs/${id}/artifacts/request?lines=2-2`)
    expect(await lines.text()).toBe("<script>alert(1)</script>")
    expect(Object.fromEntries(lines.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-disposition": 'inline; filename="request.txt"',
      "content-security-policy": expect.stringContaining("sandbox"),
    })
    expect((await there.fetch(`/api/runs/${id}/artifacts/request?lines=x`)).status).toBe(400)
    expect((await there.fetch(`/api/runs/${id}/artifacts/t9t9`)).status).toBe(404)
  })

  it("shows pictures as pictures, and what else tasks made as bytes", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    const header = { workspace: there.workspace, title: "pictures", strategy: "react", model: "none" }
    await leaveRun(there.store, { ...header, id: "run-1", state: "DONE", created_at: 1, updated_at: 1 })
    const lease = await there.store.claim("run-1", { host: "elsewhere", pid: 1, startedAt: "" })
    const data = Uint8Array.of(1, 2, 3)
    await there.store.saveBlob(lease, { id: "plot-1", mime: "image/png", data })
    await there.store.saveBlob(lease, { id: "page-1", mime: "text/html", data })
    const plot = await there.fetch("/api/runs/run-1/artifacts/plot-1")
    expect(plot.headers.get("content-type")).toBe("image/png")
    expect(new Uint8Array(await plot.arrayBuffer())).toEqual(data)
    const page = await there.fetch("/api/runs/run-1/artifacts/page-1")
    expect(page.headers.get("content-type")).toBe("application/octet-stream")
    expect(page.headers.get("content-disposition")).toBe('attachment; filename="page-1"')
  })

  it("tells nobody a secret that it knows", async () => {
    const model = keyedModel({ "turn-1/reply": done("Done.") })
    await using there = await place({ model, agent: { secrets: {} }, secrets: { SHOP_PASSWORD: "open-sesame-42" } })
    const id = await there.start("Use open-sesame-42 to get in.")
    const events = await readStream(there, id)
    const replies = await Promise.all(
      ["/api/runs", `/api/runs/${id}`, `/api/runs/${id}/log`, `/api/runs/${id}/artifacts/request`].map(async (path) =>
        (await there.fetch(path)).text(),
      ),
    )
    expect(JSON.stringify([events, replies])).not.toContain("open-sesame-42")
    expect(JSON.stringify(events)).toContain("{{secret:SHOP_PASSWORD}}")
  })
})

describe("the list of runs", () => {
  it("has figures, filters, a search and pages", async () => {
    const model = keyedModel({ "turn-1/reply": { call: "task_done", input: { summary: "Done.", changes: "none" } } })
    await using there = await place({ model })
    const ids: string[] = []
    for (const request of ["Paint the fence", "Paint the door", "Mow the lawn"]) {
      const id = await there.start(request)
      await ended(there, id)
      ids.unshift(id)
    }
    const all = await list(there)
    expect(all.runs.map(({ id }) => id)).toEqual(ids)
    expect(all.runs[0]).toMatchObject({ outcome: "done", calls: 1, questions: 0, checks: null, live: false })
    expect(all.runs[0]?.tokens).toBeGreaterThan(0)
    expect((await list(there, "?search=PAINT&state=")).runs.map(({ title }) => title)).toEqual([
      "Paint the door",
      "Paint the fence",
    ])
    expect((await list(there, "?state=failed,waiting")).runs).toEqual([])
    expect((await list(there, "?strategy=phased")).runs).toEqual([])
    const first = await list(there, "?limit=2")
    expect(first).toMatchObject({ more: true, runs: [{ id: ids[0] }, { id: ids[1] }] })
    expect(await list(there, `?limit=2&before=${ids[1]}`)).toMatchObject({ more: false, runs: [{ id: ids[2] }] })
    expect((await there.fetch("/api/runs?limit=0")).status).toBe(400)
    expect((await there.fetch("/api/runs?state=SLEEPING")).status).toBe(400)
  })

  it("follows a run that goes on", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    const id = await there.start()
    await model.reached
    expect((await list(there)).runs).toMatchObject([{ id, outcome: "running", calls: 1, live: true }])
    model.open()
    await ended(there, id)
    expect((await list(there)).runs).toMatchObject([{ id, outcome: "done", calls: 2, live: false }])
  })

  it("leaves out runs of other folders, whatever is asked", async () => {
    await using there = await place({ model: ringer() })
    const header = { workspace: there.root, title: "secret plans", strategy: "react", model: "none" }
    await leaveRun(there.store, { ...header, id: "run-1", state: "DONE", created_at: 1, updated_at: 1 })
    expect((await list(there)).runs).toEqual([])
    for (const path of ["", "/log", "/events", "/artifacts/request", "/diff"]) {
      expect((await there.fetch(`/api/runs/run-1${path}`)).status).toBe(404)
    }
    for (const path of ["answer", "approve", "cancel", "resume", "undo"]) {
      const body = { answer: { text: "x" }, approve: { decision: "allow" } }[path] ?? {}
      expect((await there.post(`/api/runs/run-1/${path}`, body)).status).toBe(404)
    }
  })
})

describe("what can't be done", () => {
  it("is refused with the place of what is wrong", async () => {
    await using there = await place({ model: ringer() })
    const errors = async (path: string, body: unknown) => (await (await there.post(path, body)).json()) as object
    expect(await errors("/api/runs", { request: " " })).toMatchObject({
      error: { code: "bad_request", message: expect.stringContaining("body.request") },
    })
    expect(await errors("/api/runs", { request: "x", limits: { max_iterations: 0 } })).toMatchObject({
      error: { message: expect.stringContaining("body.limits.max_iterations") },
    })
    expect(await errors("/api/runs", { request: "x", colour: "red" })).toMatchObject({
      error: { message: expect.stringContaining("colour") },
    })
    expect(await errors("/api/runs", { request: "x", workspace: there.root })).toMatchObject({
      error: { code: "forbidden_workspace", hint: expect.stringContaining(there.workspace) },
    })
    expect(await errors("/api/runs", { request: "x", workspace: `${there.workspace}/..` })).toMatchObject({
      error: { code: "forbidden_workspace" },
    })
    expect((await list(there)).runs).toEqual([])
  })

  it("is refused while another run writes in the folder", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    await there.start()
    await model.reached
    const second = await there.post("/api/runs", { request: "Ring another bell." })
    expect([second.status, await second.json()]).toMatchObject([409, { error: { code: "busy" } }])
    expect((await list(there)).runs).toHaveLength(1)
  })

  it("is refused to a run that shall go on while another one writes in the folder", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    const first = await there.start()
    await model.reached
    await there.post(`/api/runs/${first}/cancel`)
    await ended(there, first)
    const second = await there.start("Ring another bell.")
    const refused = await there.post(`/api/runs/${first}/resume`)
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: "busy" } }])
    expect((await there.fetch(`/api/runs/${first}/events`, { method: "HEAD" })).status).toBe(200)
    await there.post(`/api/runs/${second}/cancel`)
    await ended(there, second)
    expect((await there.post(`/api/runs/${first}/resume`)).status).toBe(200)
  })
})

describe("about the server", () => {
  it("tells its health to everybody, and its settings to those with the token", async () => {
    await using there = await place({ model: ringer() })
    const health = await fetch(new URL("/api/health", there.server.url))
    expect(await health.json()).toEqual({ ok: true, version: "1.2.3" })
    expect(await (await there.fetch("/api/settings")).json()).toMatchObject({
      version: "1.2.3",
      workspace: there.workspace,
      strategies: expect.arrayContaining([{ name: "phased", summary: expect.any(String), plans: true }]),
      limits: { max_iterations: 120 },
    })
    expect((await there.fetch("/api/nothing")).status).toBe(404)
  })
})
