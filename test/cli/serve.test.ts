import { describe, expect, it } from "vitest"
import type { RunListPage } from "../../src/protocol/api.ts"
import { hang } from "../../src/testing/server-reply.ts"
import { type Place, place, type Running } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"

const START = { method: "POST", body: JSON.stringify({ request: "Write a note" }) }

/** A server as a process, and what a browser would be after it opened the printed address. */
async function serving(there: Place, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const running = there.start(["serve", "--port", "0", ...words], environment)
  await running.hears("stdout", "\n")
  const [url = ""] = running.stdout.split("\n")
  const entered = await fetch(url, { redirect: "manual" })
  const [cookie = ""] = entered.headers.getSetCookie()
  const headers = { cookie: cookie.split(";")[0] ?? "", "content-type": "application/json" }
  const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, url), { headers, ...init })
  return { running, url, entered, ask }
}

async function startedRun(ask: (path: string, init?: RequestInit) => Promise<Response>): Promise<string> {
  const reply = await ask("/api/runs", START)
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
    const { running, url, entered, ask } = await serving(there, [...there.modelAt(model), "--approve", "full"])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"])
    expect((await ask("/")).status).toBe(200)
    expect(await (await ask("/api/settings")).json()).toMatchObject({
      workspace: expect.stringContaining("project"),
      model: "openai-compatible:scripted",
      approve: "full",
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

  it("takes a token from the environment, and none only on this machine", async () => {
    const there = place()
    const token = "a-token-of-my-own"
    const { running, url, entered } = await serving(there, [], { KEELSON_TOKEN: token })
    expect(new URL(url).searchParams.get("token")).toBe(token)
    expect(entered.status).toBe(303)
    await stopped(running)

    const open = await there.start(["serve", "--no-token", "--host", "0.0.0.0"]).end
    expect([open.code, open.stderr]).toEqual([2, expect.stringMatching(/Without a token/)])
    const short = await there.start(["serve", "--token", "123"]).end
    expect([short.code, short.stderr]).toEqual([2, expect.stringMatching(/at least 16/)])
  })

  it("says that a request needs a model where none is configured", async () => {
    const there = place()
    const { running, ask } = await serving(there, [])
    const reply = await ask("/api/runs", START)
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { code: "bad_request", message: expect.stringContaining("no model is configured") } },
    ])
    await stopped(running)
  })
})
