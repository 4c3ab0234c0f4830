import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { apiClient } from "../../examples/client/client.ts"
import { ringer } from "./models.ts"
import { type Place, place, waiting } from "./place.ts"

/* The API as a client sees it that knows nothing but its description. */

let here: Place
let client: ReturnType<typeof apiClient>
beforeAll(async () => {
  here = await place({ model: ringer(), agent: { approve: "ask" } })
  client = apiClient(here.server.url.replace(/\/$/, ""), here.server.token)
})
afterAll(() => here[Symbol.asyncDispose]())

describe("a client that is generated from the description", () => {
  it("starts a run, answers its question and reads its log", async () => {
    const { data: started, response } = await client.POST("/api/runs", { body: { request: "Ring the bell." } })
    expect(response.status).toBe(201)
    const id = started?.run_id ?? ""
    await waiting(here, id)
    const path = { id }
    const { data: asked } = await client.GET("/api/runs/{id}", { params: { path } })
    expect(asked?.result).toMatchObject({ outcome: "waiting", questions: [{ kind: "approval", tool: "ring" }] })
    const { data: answered } = await client.POST("/api/runs/{id}/approve", {
      params: { path },
      body: { decision: "allow" },
    })
    expect(answered).toMatchObject({ run_id: id, live: true })
    const { data: stream } = await client.GET("/api/runs/{id}/events", { params: { path }, parseAs: "text" })
    expect(stream).toContain("event: end")
    const { data: log } = await client.GET("/api/runs/{id}/log", { params: { path, query: { from: 1, limit: 500 } } })
    const ended = log?.events.find(({ event }) => event.type === "run.ended")?.event
    expect(ended?.type === "run.ended" && ended.outcome.status).toBe("done")
    const { data: list } = await client.GET("/api/runs", { params: { query: { limit: 5 } } })
    expect(list?.runs.map((run) => run.id)).toEqual([id])
  })

  it("is told what is wrong, in the shape of the description", async () => {
    const { error, response } = await client.GET("/api/runs/{id}", { params: { path: { id: "no-such-run" } } })
    expect(response.status).toBe(404)
    expect(error?.error).toMatchObject({ code: "not_found", message: expect.any(String) })
  })
})
