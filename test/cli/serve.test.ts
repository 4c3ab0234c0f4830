import { chmodSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { RunListPage } from "../../src/protocol/api/api.ts"
import { hang } from "../../src/testing/server-reply.ts"
import { receiver } from "../telemetry/receiver.ts"
import { place, type Running } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"
import { serving } from "./serving.ts"

async function startedRun(
  ask: (path: string, init?: RequestInit) => Promise<Response>,
  wish: object = { request: "Write a note" },
): Promise<string> {
  const reply = await ask("/api/runs", { method: "POST", body: JSON.stringify(wish) })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as { run_id: string }).run_id
}

async function stopped(running: Running, signal: NodeJS.Signals = "SIGTERM") {
  running.process.kill(signal)
  return running.end
}

describe("keelson serve", () => {
  it("prints one address that works, carries runs out, and ends cleanly", async () => {
    const there = place()
    const model = await there.serve(story({ plans: [WRITE_NOTE] }))
    const { running, url, ask } = await serving(there, [...there.modelAt(model), "--approve", "full"])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}$/)
    expect((await ask("/")).status).toBe(200)
    expect(await (await ask("/api/settings")).json()).toMatchObject({
      workspace: expect.stringContaining("project"),
      model: "openai-compatible:scripted",
      approve: "full",
      strategy: "auto",
      kept: { runs: expect.any(Number), checkpoints: expect.any(Number) },
    })

    const id = await startedRun(ask)
    const events = await (await ask(`/api/runs/${id}/events`)).text()
    expect(events).toContain("event: end")
    expect(await (await ask(`/api/runs/${id}`)).json()).toMatchObject({ result: { outcome: "done" } })
    expect(await (await ask(`/api/runs/${id}/diff`)).text()).toContain("+hello")

    const end = await stopped(running)
    expect(end.code).toBe(0)
    expect(end.stdout.trim()).toBe(url)
  })

  it("logs as JSON lines with run ids and traces what it does, where it is told to", async () => {
    const there = place()
    const model = await there.serve(story({ plans: [WRITE_NOTE] }))
    await using collector = await receiver()
    const words = [...there.modelAt(model), "--approve", "full", "--log", "json"]
    const { running, ask } = await serving(there, words, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const id = await startedRun(ask)
    await (await ask(`/api/runs/${id}/events`)).text()
    const { stderr } = await stopped(running)
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({ level: "info", event: "notice", time: expect.stringMatching(/^20\d\d-/) })
    expect(lines).toContainEqual(expect.objectContaining({ event: "run.taken", run_id: id }))
    expect(lines).toContainEqual(expect.objectContaining({ event: "run.left", run_id: id, outcome: "done" }))
    expect(lines).toContainEqual(expect.objectContaining({ event: "request", path: "/api/runs", run_id: id }))
    const [run] = collector.spans.filter(({ name }) => name === "invoke_agent keelson")
    expect(run?.attributes["keelson.run.id"]).toBe(id)
  })

  it("takes a strategy by what others call it, from a request and from the environment", async () => {
    const there = place()
    const model = await there.serve([{ kind: "completion", text: "There is a README." }])
    const { running, ask } = await serving(there, there.modelAt(model), { AGENT_MODE: "tool_driven" })
    expect(await (await ask("/api/settings")).json()).toMatchObject({ strategy: "todo" })
    const id = await startedRun(ask, { request: "What is here?", strategy: "autonomous" })
    expect(await (await ask(`/api/runs/${id}`)).json()).toMatchObject({ header: { strategy: "react" } })
    await stopped(running)
  })

  it("gives a run back when it is stopped; another one takes it up with --resume", async () => {
    const there = place()
    const asked = Promise.withResolvers<void>()
    const tell = story({ plans: [WRITE_NOTE] })
    let isHeld = true
    const model = await there.serve((body, n) => {
      if (typeof tell !== "function") throw new Error("A story is a function.")
      if (!isHeld) return tell(body, n)
      asked.resolve()
      return hang()
    })
    const flags = [...there.modelAt(model), "--approve", "full"]
    const first = await serving(there, flags)
    const id = await startedRun(first.ask)
    await asked.promise
    const watching = await first.ask(`/api/runs/${id}/events`)
    expect((await stopped(first.running, "SIGINT")).code).toBe(0)
    expect(await watching.text()).not.toContain("event: end")

    isHeld = false
    const second = await serving(there, flags)
    const { runs } = (await (await second.ask("/api/runs")).json()) as RunListPage
    expect(runs).toMatchObject([{ id, outcome: "running", live: false }])
    await stopped(second.running)

    const third = await serving(there, [...flags, "--resume"])
    expect(await (await third.ask(`/api/runs/${id}/events`)).text()).toContain("event: end")
    expect(await (await third.ask(`/api/runs/${id}`)).json()).toMatchObject({ result: { outcome: "done" } })
    await stopped(third.running)
  })

  it("keeps its token for the next start, in a file for this user alone", async () => {
    const there = place()
    const first = await serving(there, [])
    const told = await stopped(first.running)
    const file = join(there.root, "state", "server-token")
    expect(told.stderr).toContain(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, "utf8").trim()).toBe(first.token)
    const second = await serving(there, [])
    expect(second.token).toBe(first.token)
    await stopped(second.running)
    // Somebody may have read it.
    chmodSync(file, 0o644)
    const third = await serving(there, [])
    expect([third.token === first.token, statSync(file).mode & 0o777]).toEqual([false, 0o600])
    await stopped(third.running)
  })

  it("prints a new address when a page asks for one", async () => {
    const there = place()
    const { running, url } = await serving(there, [])
    const reply = await fetch(new URL("/api/session/address", url), { method: "POST" })
    expect(await reply.json()).toEqual({ told: true })
    await running.hears("stdout", `${url}\nhttp://`)
    const end = await stopped(running)
    expect(new Set(end.stdout.trim().split("\n")).size).toBe(2)
  })

  it("takes a token from the environment or a file, and none only on this machine", async () => {
    const there = place()
    const token = "a-token-of-my-own"
    const first = await serving(there, [], { KEELSON_TOKEN: token })
    expect(first.token).toBe(token)
    await stopped(first.running)
    const second = await serving(there, ["--token-file", there.write("../token.txt", `${token}\n`)])
    expect(second.token).toBe(token)
    await stopped(second.running)

    const open = await there.start(["serve", "--no-token", "--host", "0.0.0.0"]).end
    expect([open.code, open.stderr]).toEqual([2, expect.stringMatching(/Without a token/)])
    const short = await there.start(["serve"], { KEELSON_TOKEN: "123" }).end
    expect([short.code, short.stderr]).toEqual([2, expect.stringMatching(/at least 16/)])
  })

  it("says that a request needs a model where none is configured", async () => {
    const there = place()
    const { running, ask } = await serving(there, [])
    const reply = await ask("/api/runs", { method: "POST", body: JSON.stringify({ request: "Write a note" }) })
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { code: "bad_request", message: expect.stringContaining("no model is configured") } },
    ])
    await stopped(running)
  })
})
