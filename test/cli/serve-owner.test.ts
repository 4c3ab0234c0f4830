import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RunListItem } from "../../src/protocol/api/api.ts"
import type { ConfigReply, PruneReply } from "../../src/protocol/api/owner-api.ts"
import type { ServerScript } from "../../src/testing/index.ts"
import { call, forcedTool } from "../../src/testing/server-reply.ts"
import { type Place, place } from "./keelson.ts"
import { serving } from "./serving.ts"

const KEY = "sk-pasted-0123456789abcdefghij"

/** A loop that writes a note: for `react` and `todo` alike. */
const loop: ServerScript = (body) => {
  if (forcedTool(body) === "final_answer") return call("final_answer", { answer: { notes: 1 } })
  const wrote = body.messages.some(({ role }) => role === "tool")
  return wrote ? call("task_done", { summary: "Written." }) : call("write_file", { path: "note.md", content: "hi\n" })
}

let there: Place
let served: Awaited<ReturnType<typeof serving>>

/** One server for all: it is started as a process, without a key and with nothing configured but its address. */
beforeAll(async () => {
  there = place({ "README.md": "A small project.\n" })
  const model = await there.serve(loop)
  served = await serving(there, [...there.modelAt(model), "--approve", "full"], { OPENAI_API_KEY: "" })
})
afterAll(() => void served.running.process.kill("SIGTERM"))

async function post<T = unknown>(path: string, body: object, headers = {}) {
  const { url, token } = served
  const reply = await fetch(new URL(path, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as T & { error?: { code: string; message: string } } }
}

async function get<T>(path: string): Promise<T> {
  return (await (await served.ask(path)).json()) as T
}

const listed = async (query = "") => (await get<{ runs: RunListItem[] }>(`/api/runs?${query}`)).runs
const heardOut = async (id: string) => (await served.ask(`/api/runs/${id}/events`)).text()
const configFile = () => JSON.parse(readFileSync(join(there.root, "config", "keelson", "config.json"), "utf8"))

describe("what a server does for its owner", () => {
  it("plays the demo as a run, in a folder of its own", async () => {
    const { status, body } = await post<{ run_id: string }>("/api/demo", {})
    expect(status).toBe(201)
    expect(await heardOut(body.run_id)).toContain("event: end")
    const { header, result } = await get<{ header: RunListItem; result: object }>(`/api/runs/${body.run_id}`)
    expect(header).toMatchObject({ demo: true, verified: true, state: "DONE" })
    expect(result).toMatchObject({ outcome: "done" })
    expect(await (await served.ask(`/api/runs/${body.run_id}/diff`)).text()).toContain("+    .replace")
    expect(readdirSync(there.workspace)).toEqual(["README.md"])
  })

  it("starts a request under several strategies, each in its copy, linked in log and list", async () => {
    const started = await post<{ comparison: string; runs: { run_id: string; strategy: string }[] }>(
      "/api/comparisons",
      { request: "Write a note", strategies: ["react", "todo"], review: true },
    )
    expect(started.body).toMatchObject({ runs: [{ strategy: "react" }, { strategy: "todo" }] })
    const { comparison, runs } = started.body
    for (const { run_id } of runs) await heardOut(run_id)
    const linked = await listed(`comparison=${comparison}`)
    expect(linked.map(({ id }) => id).sort()).toEqual(runs.map(({ run_id }) => run_id).sort())
    for (const run of linked) {
      expect(run.comparison).toEqual({ id: comparison, workspace: expect.stringMatching(/project$/) })
      expect(readFileSync(join(run.workspace, "note.md"), "utf8")).toBe("hi\n")
    }
    expect(existsSync(join(there.workspace, "note.md"))).toBe(false)
  })

  it("refuses a comparison with a strategy that there is not, before anything is copied", async () => {
    const before = (await listed()).length
    const refused = await post("/api/comparisons", { request: "x", strategies: ["react", "nonsense"] })
    expect([refused.status, refused.body.error?.message]).toEqual([400, 'strategies: there is no strategy "nonsense".'])
    expect((await post("/api/comparisons", { request: "x", strategies: ["react"] })).status).toBe(400)
    expect(await listed()).toHaveLength(before)
  })

  it("says what holds and who said so, and changes the user's own config alone", async () => {
    writeFileSync(join(there.workspace, "keelson.config.json"), JSON.stringify({ limits: { max_iterations: 7 } }))
    expect((await post("/api/config", { key: "strategy", value: "react" })).status).toBe(200)
    expect((await post("/api/config", { key: "limits.max_cost", value: 2 })).status).toBe(200)
    const { settings, own, refusal } = await get<ConfigReply>("/api/config")
    const from = (key: string) => settings.find((setting) => setting.key === key)
    expect(from("strategy")).toMatchObject({ value: "react", from: "user" })
    expect(from("limits.max_iterations")).toMatchObject({ value: 7, from: "project" })
    expect(from("approve")).toMatchObject({ value: "full", from: "command line" })
    expect([own, refusal]).toEqual([{ strategy: "react", "limits.max_cost": 2 }, undefined])
    expect((await post("/api/config", { key: "strategy" })).status).toBe(200)
    expect(configFile()).toEqual({ limits: { max_cost: 2 } })
    expect((await post("/api/config", { key: "limits.max_cost" })).status).toBe(200)
  })

  it.each([
    [{ key: "strategy", value: "nonsense" }, "bad_request"],
    [{ key: "limits.max_iterations", value: "many" }, "bad_config"],
    [{ key: "model", value: "nobody:x" }, "bad_request"],
    [{ key: "mcp", value: { servers: { x: { command: "x" } } } }, "bad_request"],
    [{ key: "sandbox", value: "off" }, "looser"],
    [{ key: "approve", value: "full" }, "looser"],
  ])("does not keep %j", async (setting, code) => {
    const before = configFile()
    expect((await post("/api/config", setting)).body.error?.code).toBe(code)
    expect(configFile()).toEqual(before)
  })

  it("keeps what allows more once that is said twice", async () => {
    expect((await post("/api/config", { key: "approve", value: "full", confirmed: true })).status).toBe(200)
    expect(configFile()).toMatchObject({ approve: "full" })
    expect((await post("/api/config", { key: "approve", value: "ask" })).status).toBe(200)
  })

  it("keeps a pasted key for this user alone, and tells it to nobody", async () => {
    const wrong = await post("/api/keys", { provider: "openai", key: `${KEY} and more` })
    expect([wrong.status, JSON.stringify(wrong.body).includes(KEY)]).toEqual([400, false])
    const kept = await post<{ variable: string; models: string[] }>("/api/keys", { provider: "openai", key: KEY })
    expect(kept.body).toMatchObject({ variable: "OPENAI_API_KEY" })
    expect(kept.body.models[0]).toMatch(/^openai:/)
    const file = join(there.root, "config", "keelson", "keys.json")
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ OPENAI_API_KEY: KEY })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { providers } = await get<ConfigReply>("/api/config")
    expect(providers.find(({ id }) => id === "openai")).toMatchObject({ is_set: true })
    expect((await post("/api/config", { key: "model", value: "openai:gpt-5" })).status).toBe(200)
    const wish = { request: `What is ${KEY}?`, strategy: "react" }
    const { status, body } = await post<{ run_id: string }>("/api/runs", wish)
    expect(status).toBe(201)
    await heardOut(body.run_id)
    const said = [
      JSON.stringify(kept.body),
      JSON.stringify(await get("/api/config")),
      await (await served.ask(`/api/runs/${body.run_id}/log`)).text(),
    ]
    expect(said[2]).toContain("What is ")
    expect(said.filter((text) => text.includes(KEY))).toEqual([])
  })

  it("answers a client of chats in the shape that it asked for", async () => {
    const schema = { type: "object", properties: { notes: { type: "number" } }, required: ["notes"] }
    const asked = await post<{ choices: { message: { content: string } }[] }>("/v1/chat/completions", {
      model: "keelson-react",
      messages: [{ role: "user", content: "Write a note." }],
      response_format: { type: "json_schema", json_schema: { name: "notes", schema } },
    })
    expect(JSON.parse(asked.body.choices[0]?.message.content ?? "")).toEqual({ notes: 1 })
  })

  it("does none of that for somebody who came through another machine", async () => {
    const through = { "x-forwarded-for": "10.0.0.7" }
    for (const [path, body] of [
      ["/api/keys", { provider: "openai", key: "sk-other-0123456789abcdef" }],
      ["/api/config", { key: "approve", value: "read-only" }],
      ["/api/prune", { keep: 0, runs: [] }],
    ] as const) {
      const { status, body: reply } = await post(path, body, through)
      expect([path, status, reply.error?.code]).toEqual([path, 403, "owner_remote"])
    }
    const reply = await fetch(new URL("/api/config", served.url), {
      headers: { authorization: `Bearer ${served.token}`, ...through },
    })
    expect(await reply.json()).toMatchObject({ refusal: "remote" })
  })

  it("removes old runs after they were shown, with the folders of ours that they worked in", async () => {
    const copies = (await listed()).filter(({ comparison }) => comparison)
    expect((await post("/api/prune", {})).status).toBe(400)
    expect((await post<PruneReply>("/api/prune", { older_than_ms: 86_400_000 })).body.runs).toEqual([])
    const all = await listed()
    expect((await post<PruneReply>("/api/prune", { keep: 1 })).body.runs).toHaveLength(all.length - 1)
    const gone = (await post<PruneReply>("/api/prune", { keep: 0, runs: copies.map(({ id }) => id) })).body
    expect(gone.runs.map(({ id }) => id).sort()).toEqual(copies.map(({ id }) => id).sort())
    expect(await listed()).toHaveLength(all.length - copies.length)
    expect(copies.filter(({ workspace }) => existsSync(workspace))).toEqual([])
  })

  it("ends, and has said nothing of the key", async () => {
    served.running.process.kill("SIGTERM")
    const { code, stdout, stderr } = await served.running.end
    expect([code, `${stdout}${stderr}`.includes(KEY)]).toEqual([0, false])
  })
})
