import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { hang, type ServerReply } from "../../src/testing/server-reply.ts"
import { type Place, place } from "../cli/keelson.ts"
import { direct, story, WRITE_NOTE } from "../cli/scripts.ts"
import { freshDatabase } from "./database.ts"
import { clusterOn } from "./processes.ts"
import { sql } from "./sql.ts"

type Ask = (path: string, init?: RequestInit) => Promise<Response>
type Result = { readonly outcome: string; readonly questions: readonly { id: string }[] }

const url = await freshDatabase()
const { worker, server: serverOn } = clusterOn(url)

async function server(there: Place, words: readonly string[]): Promise<Ask> {
  return (await serverOn(there, words)).ask
}

async function post(ask: Ask, path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await ask(path, { method: "POST", body: JSON.stringify(body) })
  const said = (await reply.json()) as Record<string, unknown>
  expect([reply.status, said.error]).toEqual([expect.toSatisfy((status) => status < 300), undefined])
  return said
}

async function started(ask: Ask, request = "Write a note"): Promise<string> {
  return String((await post(ask, "/api/runs", { request })).run_id)
}

const resultOf = async (ask: Ask, id: string) =>
  ((await (await ask(`/api/runs/${id}`)).json()) as { result: Result }).result

async function until(ask: Ask, id: string, outcome: string): Promise<void> {
  await expect.poll(async () => (await resultOf(ask, id)).outcome, { interval: 20 }).toBe(outcome)
}

async function logOf(id: string): Promise<{ key: string; kind: string; body: string; lease: number }[]> {
  return (await sql(url, "SELECT * FROM keelson.entries WHERE run_id = $1 ORDER BY seq", [id])) as never
}

const callsOf = async (id: string) => typesIn(await logOf(id)).filter((type) => type === "model.called").length

const typesIn = (log: Awaited<ReturnType<typeof logOf>>) =>
  log.filter(({ kind }) => kind === "event").map(({ body }) => (JSON.parse(body) as { type: string }).type)

describe("one server and two workers", () => {
  it("carry out what clients ask, with questions, answers, words, undo and reports", async () => {
    const there = place()
    const model = await there.serve(story({ plans: [WRITE_NOTE] }))
    const ask = await server(there, [...there.modelAt(model), "--approve", "ask"])
    const id = await started(ask)
    // Nobody is there to carry it out yet: it is under way all the same, and the server leaves it alone.
    expect(await (await ask(`/api/runs/${id}`)).json()).toMatchObject({
      header: { live: true },
      result: { outcome: "running" },
    })
    const workers = [worker(there), worker(there)]
    await until(ask, id, "waiting")
    // A run that waits holds no job and no lease.
    await expect
      .poll(() => sql(url, "SELECT count(*)::int AS jobs FROM keelson_queue.job WHERE state <= 'active'"))
      .toEqual([{ jobs: 0 }])
    expect(await sql(url, "SELECT lease_host FROM keelson.runs WHERE id = $1", [id])).toEqual([{ lease_host: null }])
    await post(ask, `/api/runs/${id}/tell`, { text: "Be brief." })
    await post(ask, `/api/runs/${id}/approve`, { decision: "allow" })
    await until(ask, id, "done")
    expect(await (await ask(`/api/runs/${id}/diff`)).text()).toContain("+hello")
    expect(await (await ask(`/api/runs/${id}/report`)).text()).toContain("The note is written.")
    await post(ask, `/api/runs/${id}/undo`, {})
    expect(await (await ask(`/api/runs/${id}`)).json()).toMatchObject({ header: { undone: expect.anything() } })

    expect(await (await ask("/healthz")).text()).toBe("ok\n")
    expect((await ask("/readyz")).status).toBe(200)
    expect((await ask("/metrics", { headers: {} })).status).toBe(401)
    const metrics = await (await ask("/metrics")).text()
    expect(metrics).toContain('keelson_runs{state="DONE"} 1')
    expect(metrics).toMatch(/keelson_queue_depth 0\n[\s\S]*keelson_processes [23]\n/)

    // From a shell the same runs are seen, and shown as they are.
    const shown = await there.start(["show", id, "--json"], { KEELSON_DATABASE: url }).end
    expect(JSON.parse(shown.stdout)).toMatchObject({ result: { run_id: id, outcome: "done" } })

    for (const each of workers) each.process.kill("SIGTERM")
    expect((await Promise.all(workers.map(({ end }) => end))).map(({ code }) => code)).toEqual([0, 0])
  })

  it("cancel reaches the worker at once, wherever it is", async () => {
    const there = place()
    const asked = Promise.withResolvers<void>()
    const model = await there.serve(() => {
      asked.resolve()
      return hang()
    })
    const ask = await server(there, there.modelAt(model))
    const one = worker(there)
    const id = await started(ask)
    await asked.promise
    expect(await post(ask, `/api/runs/${id}/cancel`, { reason: "enough" })).toEqual({ run_id: id, live: true })
    await until(ask, id, "cancelled")
    one.process.kill("SIGTERM")
    await one.end
  })

  it("a run whose folder is taken waits until it is free, and is not claimed again and again", async () => {
    const there = place()
    const tell = story({ plans: [WRITE_NOTE] })
    const asked = Promise.withResolvers<void>()
    const model = await there.serve((body, n) => {
      if (typeof tell !== "function") throw new Error("A story is a function.")
      if (n > 0) return tell(body, n)
      asked.resolve()
      return hang()
    })
    const ask = await server(there, [...there.modelAt(model), "--approve", "full"])
    const one = worker(there)
    const first = await started(ask)
    await asked.promise
    const second = await started(ask)
    const queueOf = async () => ((await (await ask(`/api/runs/${second}`)).json()) as { header: object }).header
    await expect.poll(queueOf, { interval: 20 }).toMatchObject({ queue: { place: 1, reason: "workspace" } })
    // It looked once, and is not looked at any more.
    const claims = () => sql(url, "SELECT lease_token FROM keelson.runs WHERE id = $1", [second])
    const before = await claims()
    await post(ask, `/api/runs/${first}/cancel`, { reason: "enough" })
    await until(ask, second, "done")
    expect(await claims()).toEqual([{ lease_token: Number(before[0]?.lease_token) + 1 }])
    one.process.kill("SIGTERM")
    await one.end
  })

  it("a worker that is killed is followed by another: one summary, nothing recorded is done twice", async () => {
    const there = place()
    const tell = story({ plans: [WRITE_NOTE] })
    const asked = Promise.withResolvers<void>()
    let isHeld = true
    const model = await there.serve((body, n) => {
      if (typeof tell !== "function") throw new Error("A story is a function.")
      // The first worker gets an analysis, and dies with the question for the plan.
      if (!isHeld || n === 0) return tell(body, n)
      asked.resolve()
      return hang()
    })
    const ask = await server(there, [...there.modelAt(model), "--approve", "full"])
    const first = worker(there)
    const id = await started(ask)
    await asked.promise
    const before = await logOf(id)
    isHeld = false
    first.process.kill("SIGKILL")
    await first.end
    const second = worker(there)
    await until(ask, id, "done")
    const log = await logOf(id)
    expect(log.slice(0, before.length)).toEqual(before)
    expect(new Set(log.map(({ key }) => key)).size).toBe(log.length)
    expect(typesIn(log).filter((type) => type === "summary.made" || type === "run.ended")).toEqual([
      "summary.made",
      "run.ended",
    ])
    expect(new Set(log.map(({ lease }) => lease)).size).toBeGreaterThan(1)
    expect(readFileSync(join(there.workspace, "note.md"), "utf8")).toContain("hello")
    second.process.kill("SIGTERM")
    expect((await second.end).stderr).toContain(`done with ${id}`)
  })
})

describe("on one machine", () => {
  it("nothing of a database is loaded", async () => {
    const there = place()
    const model = await there.serve(direct("There is a README."))
    const words = ["run", "What is here?", "--strategy", "phased", ...there.modelAt(model)]
    const end = await there.start(words, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SPY)}` })
      .end
    expect(end.stderr).toContain("LOADED ./run-")
    expect(end.stderr).not.toMatch(/LOADED .*(?:\bpg\b|pg-boss|postgres|dispatch|worker-command)/)
  })
})

/** Tells what a process loads. */
const SPY = `import { registerHooks } from "node:module"
registerHooks({ resolve(name, context, next) { console.error("LOADED " + name); return next(name, context) } })`

describe("keelson worker", () => {
  it("gives its run back on SIGTERM after what is under way; another one goes on without asking again", async () => {
    const there = place()
    const tell = story({ plans: [WRITE_NOTE] })
    const asked = Promise.withResolvers<void>()
    const model = await there.serve((body, n) => {
      if (typeof tell !== "function") throw new Error("A story is a function.")
      if (n !== 1) return tell(body, n)
      asked.resolve()
      return { ...tell(body, n), msBetweenChunks: 100 } as ServerReply
    })
    const ask = await server(there, [...there.modelAt(model), "--approve", "full"])
    const first = worker(there)
    const id = await started(ask)
    await asked.promise
    first.process.kill("SIGTERM")
    await first.hears("stderr", "giving back")
    expect(await first.end).toMatchObject({ code: 0, stderr: expect.stringContaining(`gave back ${id}`) })
    expect(await callsOf(id)).toBe(model.requests.length)
    const second = worker(there)
    await until(ask, id, "done")
    expect(await callsOf(id)).toBe(model.requests.length)
    second.process.kill("SIGTERM")
    await second.end
  })

  it("is not needed where a server is told to work, too", async () => {
    const there = place()
    const alone = await there.start(["serve", "--port", "0", "--concurrency", "2"]).end
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("give --database, too")])
    const model = await there.serve(story({ plans: [WRITE_NOTE] }))
    const ask = await server(there, [...there.modelAt(model), "--approve", "full", "--concurrency", "2"])
    await until(ask, await started(ask), "done")
  })

  it("takes nothing while it has no memory for it", async () => {
    const there = place()
    const model = await there.serve(direct("There is a README."))
    const ask = await server(there, there.modelAt(model))
    const full = worker(there, ["--max-memory", "1m"])
    await full.hears("stderr", "working on")
    const id = await started(ask, "What is here?")
    const other = worker(there)
    await until(ask, id, "done")
    await other.hears("stderr", `done with ${id}`)
    full.process.kill("SIGTERM")
    expect((await full.end).stderr).not.toContain("took up")
  })

  it("says what is wrong with its database in one line", async () => {
    const there = place()
    const none = await there.start(["worker"]).end
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("needs --database")])
    const shown = await there.start(["worker", "--database", "postgres://me:secret@db/runs"]).end
    expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining("KEELSON_DATABASE")])
    const asked = await there.start(["doctor", "--database"], { KEELSON_DATABASE: url }).end
    expect([asked.code, asked.stdout]).toEqual([0, expect.stringMatching(/PostgreSQL \d+[\s\S]*outlive a crash/)])
    const wrong = await there.start(["serve", "--database", "mysql://db"]).end
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("postgres://")])
  })
})
