import { describe, expect, it } from "vitest"
import { currentOwner } from "../../../src/journal/owner.ts"
import { describeApi } from "../../../src/server/openapi/openapi.ts"
import { header } from "../../../src/testing/run-store-contract/parts.ts"
import { story, WRITE_NOTE } from "../../cli/scripts.ts"
import { type Ask, house, json, post, SOURCES, started } from "./house.ts"

type Listed = { readonly runs: readonly { id: string }[]; readonly overview: { states: object; models: string[] } }
type Logged = { readonly events: readonly { event: { type: string; by?: string } }[] }

const { person, owner, worker, there, people, store } = await house(story({ plans: [WRITE_NOTE] }))
worker()
const ann = await person("ann", { tenant: "blue" })
const abe = await person("abe", { tenant: "blue", role: "approve" })
const rob = await person("rob", { tenant: "red", role: "approve" })
const eve = await person("eve", { tenant: "red", role: "administer" })
const blue = await started(ann, "Write the zebra note")

const byOf = async (ask: Ask, id: string) =>
  (await json<Logged>(ask, `/api/runs/${id}/log`)).events.flatMap(({ event }) =>
    "by" in event && event.type !== "exception.decided" ? [[event.type, event.by]] : [],
  )

const until = (ask: Ask, id: string, outcome: string) =>
  expect
    .poll(async () => (await json<{ result: { outcome: string } }>(ask, `/api/runs/${id}`)).result.outcome, {
      interval: 20,
    })
    .toBe(outcome)

describe("a run of another tenant", () => {
  it("does not exist: on no route, in no list, search or stream", async () => {
    const routes = Object.entries(describeApi("1").paths as Record<string, Record<string, unknown>>).flatMap(
      ([path, methods]) =>
        path.includes("/runs/{id}") ? Object.keys(methods).map((method) => ({ method, path })) : [],
    )
    const bodies: Record<string, object> = {
      answer: { text: "yes" },
      approve: { decision: "allow" },
      tell: { text: "Stop." },
      replay: { set: ["max_iterations=9"] },
    }
    const told = await Promise.all(
      routes.map(async ({ method, path }) => {
        const asked = path.replace("{id}", blue).replace(/\{\w+\}/, "1")
        const body = JSON.stringify(bodies[path.split("/").at(-1) ?? ""] ?? {})
        const reply = await rob(asked, { method: method.toUpperCase(), ...(method === "post" ? { body } : {}) })
        return [`${method} ${path}`, reply.status, (await reply.text()).includes("zebra")]
      }),
    )
    expect(told).toEqual(told.map(([route]) => [route, 404, false]))

    for (const query of ["", "?search=zebra", `?search=${blue}`, "?archived=true"]) {
      const listed = await json<Listed>(rob, `/api/runs${query}`)
      expect([listed.runs, listed.overview.states, listed.overview.models]).toEqual([[], {}, []])
    }
    const many = await (await rob(`/api/events?run=${blue}@0`)).text()
    expect(many).toContain("event: refused")
    expect(many).not.toContain("zebra")
    const chat = { model: "keelson", messages: [{ role: "user", content: "allow" }], metadata: { run_id: blue } }
    expect((await post(rob, "/v1/chat/completions", chat)).status).toBe(404)
    expect((await post(rob, "/api/runs", { request: "And now?", follows: blue })).status).toBe(404)
  })

  it("is there for its tenant, and for those who administer", async () => {
    for (const ask of [ann, abe, eve, owner]) {
      expect((await json<Listed>(ask, "/api/runs?search=zebra")).runs).toMatchObject([
        { id: blue, tenant: "blue", asked_by: "ann" },
      ])
    }
  })

  it("can't be started where one may not work", async () => {
    there.write("inner/readme.md", "x")
    const inner = await person("ina", { places: [`${there.workspace}/inner`] })
    const settings = await json<{ workspace: string; workspaces: string[] }>(inner, "/api/settings")
    expect([settings.workspace, settings.workspaces]).toEqual([
      `${there.workspace}/inner`,
      [`${there.workspace}/inner`],
    ])
    const refused = await post(inner, "/api/runs", { request: "Look", workspace: there.workspace })
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "forbidden_workspace" } } })
    expect(JSON.stringify(refused.body)).not.toContain(`${there.workspace},`)
    const nowhere = await person("noa", { places: ["/somewhere/else"] })
    expect((await json<{ workspaces: string[] }>(nowhere, "/api/settings")).workspaces).toEqual([])
    expect((await post(nowhere, "/api/runs", { request: "Look" })).status).toBe(403)
  })

  it("can't be started from a source that is not theirs", async () => {
    // It waits for ever: nothing is fetched.
    await people.setTenant({ name: "paused", maxRuns: 0 })
    const [app, other] = [`${SOURCES}app.git`, `${SOURCES}other.git`]
    const from = async (ask: Ask, source: string) => (await post(ask, "/api/runs", { request: "Look", source })).status
    const sam = await person("sam", { tenant: "paused", places: [`git+${app}`] })
    expect([await from(sam, app), await from(sam, other), await from(sam, "https://git.example/else.git")]).toEqual([
      201, 403, 403,
    ])
    expect((await post(sam, "/api/runs", { request: "Look", workspace: there.workspace })).status).toBe(403)
    expect(await post(sam, "/api/runs", { request: "Look" })).toMatchObject({
      status: 400,
      body: { error: { code: "bad_source" } },
    })
    const foa = await person("foa", { places: [there.workspace] })
    expect(await from(foa, app)).toBe(403)
  })
})

describe("who did it", () => {
  it("stands in the log, whatever was done, and the second answer is told whose the first is", async () => {
    await until(ann, blue, "waiting")
    expect((await post(ann, `/api/runs/${blue}/approve`, { decision: "allow" })).status).toBe(403)
    await post(ann, `/api/runs/${blue}/tell`, { text: "Be brief." })
    const question = (await json<{ result: { questions: { id: string }[] } }>(abe, `/api/runs/${blue}`)).result
      .questions[0]?.id
    expect((await post(abe, `/api/runs/${blue}/approve`, { decision: "allow" })).status).toBe(200)
    const late = await post(eve, `/api/runs/${blue}/approve`, { decision: "deny", question })
    expect(late).toMatchObject({ status: 409, body: { error: { decided: { decision: "allow", by: "abe" } } } })
    await until(ann, blue, "done")
    await post(ann, `/api/runs/${blue}/undo`)
    await post(eve, `/api/runs/${blue}/archive`)
    expect(await byOf(ann, blue)).toEqual([
      ["run.started", "ann"],
      ["word.added", "ann"],
      ["approval.answered", "abe"],
      ["undo.made", "ann"],
      ["run.archived", "eve"],
    ])
    const report = await (await ann(`/api/runs/${blue}/report?form=md`)).text()
    expect(report).toContain("ann")
    expect(report).toContain("abe")
  })

  it("is the one who forks, of a run that stays its tenant's", async () => {
    const forked = await post(eve, `/api/runs/${blue}/fork`, { from: "phase-1/round-1" })
    const id = (forked.body as { run_id: string }).run_id
    expect([forked.status, await store.findRun(id)]).toMatchObject([201, { tenant: "blue", asked_by: "eve" }])
    await post(ann, `/api/runs/${id}/cancel`)
    await until(ann, id, "cancelled")
    const done = await byOf(ann, id)
    expect(done).toEqual(
      expect.arrayContaining([
        ["run.started", "ann"],
        ["run.forked", "eve"],
        ["cancel.requested", "ann"],
      ]),
    )
  })

  it("is nobody in particular for whoever runs the server", async () => {
    const id = await started(owner, "Look around")
    expect((await json<Listed>(ann, "/api/runs?search=around")).runs).toEqual([])
    await post(owner, `/api/runs/${id}/cancel`)
    await until(owner, id, "cancelled")
    expect(await byOf(owner, id)).toEqual([["cancel.requested", "user"]])
  })
})

describe("a run of another tenant that is in the way", () => {
  it("is not named, but to those who administer", async () => {
    const red = await started(rob, "Write a note", { approve: "full" })
    await until(rob, red, "done")
    const writer = { ...header("a-blue-writer"), workspace: there.workspace, tenant: "blue" }
    const lease = await store.createRun(writer, { owner: currentOwner(), entries: [] })
    await store.lockWorkspace(lease, there.workspace)
    try {
      const refused = await post(rob, `/api/runs/${red}/undo`)
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "busy" } } })
      expect(JSON.stringify(refused.body)).not.toContain("a-blue-writer")
      expect(JSON.stringify(refused.body)).toContain("Another run is writing")
      expect(JSON.stringify((await post(eve, `/api/runs/${red}/undo`)).body)).toContain("a-blue-writer")
    } finally {
      await store.release(lease)
      await store.removeRun("a-blue-writer")
    }
  })
})

describe("a token that is removed", () => {
  it("is out, and the streams that it opened end", async () => {
    const leaver = await person("lea", { tenant: "blue" })
    const id = await started(leaver, "Something long")
    await until(leaver, id, "waiting")
    const stream = (await leaver(`/api/runs/${id}/events`)).body?.getReader()
    await stream?.read()
    await people.remove("lea")
    for (let part = await stream?.read(); part && !part.done; part = await stream?.read());
    expect((await leaver("/api/runs")).status).toBe(401)
  })
})
