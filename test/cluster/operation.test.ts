import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { People } from "../../src/journal/postgres/people.ts"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { SCHEMA_VERSION } from "../../src/journal/postgres/schema.ts"
import { RunQueue } from "../../src/queue/run-queue.ts"
import { startRun, step } from "../../src/testing/run-store-contract/parts.ts"
import { story, WRITE_NOTE } from "../cli/scripts.ts"
import { freshDatabase } from "./database.ts"
import { sql } from "./sql.ts"
import { house, json, started } from "./teams/house.ts"

const made = await house(story({ plans: [WRITE_NOTE] }))
const { there, database, store, owner, person, worker } = made
worker()
const ann = await person("ann", { tenant: "blue", role: "approve" })
const ids = await Promise.all(["one", "two", "three"].map((name) => started(ann, name, { approve: "full" })))
const outcomeOf = async (id: string) =>
  (await json<{ result: { outcome: string } }>(ann, `/api/runs/${id}`)).result.outcome

beforeAll(async () => {
  for (const id of ids) while ((await outcomeOf(id)) !== "done") await setImmediate()
})

describe("metrics", () => {
  it("tell of steps as a histogram, of calls, tokens and cost by tenant, of failovers and faults", async () => {
    await made.counters.flush()
    const text = await (await owner("/metrics")).text()
    const value = (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}"+]/g, "\\$&")} (\\S+)$`, "m").exec(text)?.[1])
    expect(text).toContain("# TYPE keelson_step_seconds histogram")
    const calls = value('keelson_model_calls_total{tenant="blue"}')
    expect(calls).toBeGreaterThan(3)
    expect(value('keelson_step_seconds_count{kind="model"}')).toBe(calls)
    expect(value('keelson_step_seconds_bucket{kind="model",le="+Inf"}')).toBe(calls)
    const [tasks] = await sql(
      database,
      `SELECT count(*)::int FROM keelson.entries WHERE body LIKE '{"type":"task.ended"%'`,
    )
    expect(value('keelson_step_seconds_bucket{kind="task",le="300"}')).toBe(tasks?.count)
    expect(value('keelson_step_seconds_sum{kind="task"}')).toBeGreaterThan(0)
    expect(value('keelson_model_tokens_total{tenant="blue"}')).toBeGreaterThan(100)
    expect(value('keelson_model_cost_dollars_total{tenant="blue"}')).toBe(0)
    expect([value("keelson_failovers_total"), value("keelson_database_errors_total")]).toEqual([0, 0])
    expect(value('keelson_runs{state="DONE"}')).toBe(3)
  })
})

/** No older than the server, or none: an older one can't read it. */
async function dumpPrograms(): Promise<string | undefined> {
  const [about] = await sql(database, "SHOW server_version_num")
  const least = Math.floor(Number(about?.server_version_num) / 10_000)
  const folders = ["", ...[14, 15, 16, 17, 18, 19].map((version) => `/usr/lib/postgresql/${version}/bin/`)]
  return folders.find((folder) => {
    try {
      const [, major] = /(\d+)/.exec(execFileSync(`${folder}pg_dump`, ["--version"], { encoding: "utf8" })) ?? []
      return Number(major) >= least
    } catch {
      return false
    }
  })
}

/** A database with a run that waits for a worker, and somebody with a token; nobody is connected to it. */
async function filled(address: string) {
  const filling = await PostgresStore.open(address)
  const queue = await RunQueue.open(filling, () => {})
  const lease = await startRun(filling, "run-1")
  await filling.append(
    lease,
    [step("step-1", "x".repeat(9000))],
    [{ id: "file", mime: "text/plain", data: Buffer.from("f") }],
  )
  await filling.release(lease)
  await queue.send("run-1")
  const token = await new People(filling.connections).add({ name: "ann", tenant: "blue", role: "run", places: [] })
  const content = await contentOf(filling)
  await queue.close()
  await filling.close()
  return { content, token }
}

async function contentOf(store: PostgresStore) {
  return [await store.listRuns(), await store.load("run-1"), await store.loadBlob("run-1", "file")]
}

describe("a backup", () => {
  it("has everything: a server on the restored database shows the same runs, and tokens open it", async () => {
    const name = `keelson_restored_${randomBytes(4).toString("hex")}`
    const at = (database: string) => inject("postgres").replace("%s", database)
    afterAll(() => sql(at("postgres"), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    const source = await freshDatabase()
    const original = new URL(source).pathname.slice(1)
    const before = await filled(source)
    const programs = await dumpPrograms()
    if (programs === undefined) await sql(at("postgres"), `CREATE DATABASE ${name} TEMPLATE ${original}`)
    else {
      const folder = mkdtempSync(join(tmpdir(), "keelson-dump-"))
      const file = join(folder, "keelson.dump")
      execFileSync(`${programs}pg_dump`, ["-Fc", "-n", "keelson", "-n", "keelson_queue", "-f", file, source])
      await sql(at("postgres"), `CREATE DATABASE ${name}`)
      execFileSync(`${programs}pg_restore`, ["-d", at(name), file])
      rmSync(folder, { recursive: true })
    }
    const restored = await PostgresStore.open(at(name))
    const queue = await RunQueue.open(restored, () => {})
    try {
      expect(await contentOf(restored)).toEqual(before.content)
      expect(await new People(restored.connections).find(before.token)).toMatchObject({ name: "ann", tenant: "blue" })
      // What waited is still waiting.
      expect(await queue.fetch(1)).toMatchObject([{ runId: "run-1" }])
    } finally {
      await queue.close()
      await restored.close()
    }
  })
})

describe("a new schema", () => {
  it("has logs in parts that are vacuumed soon and side by side, and one tenant", async () => {
    const fresh = await freshDatabase()
    const opened = await PostgresStore.open(fresh)
    try {
      expect(await sql(fresh, "SELECT version FROM keelson.about")).toEqual([{ version: SCHEMA_VERSION }])
      const parts = await sql(fresh, "SELECT reloptions FROM pg_class WHERE relname ~ '^entries_[0-9]+$'")
      expect(parts).toHaveLength(8)
      for (const { reloptions } of parts) expect(reloptions).toContain("autovacuum_vacuum_scale_factor=0.02")
      expect((await new People(opened.connections).tenants()).map(({ name }) => name)).toEqual(["default"])
    } finally {
      await opened.close()
    }
  })
})

describe("keelson prune", () => {
  it("removes what is old, with its log, and keeps what is not; nothing is said without a word on what may go", async () => {
    const prune = (...words: string[]) => there.start(["prune", ...words], { KEELSON_DATABASE: database }).end
    expect((await prune()).code).toBe(2)
    await sql(database, "UPDATE keelson.runs SET updated_at = 1000 WHERE id = $1", [ids[0]])
    expect((await prune("--older-than", "30d")).stdout).toBe("1 run removed\n")
    expect((await prune("--keep", "1")).stdout).toBe("1 run removed\n")
    expect((await store.listRuns()).map(({ id }) => id)).toHaveLength(1)
    const left = await sql(database, "SELECT DISTINCT run_id FROM keelson.entries")
    expect(left).toHaveLength(1)
  })
})
