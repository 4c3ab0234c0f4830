import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { openStore, type RunStore } from "keelson"
import { startRun, step } from "../src/testing/run-store-contract/parts.ts"
import { type House, openHouse } from "../test/cluster/campaign/house.ts"
import { databaseSeconds } from "./support/database-time.ts"
import { absolute, type Figure, type Report, ratio } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"

const APPENDS = 400
const RUNS = 40
const IDLE_MS = 5000

/** What a database costs against a file, what more workers bring, and what they cost when there is nothing to do. */
export async function cluster(): Promise<Report> {
  await using folder = await temporary()
  const house = await openHouse()
  try {
    const file = await openStore(join(folder.path, "state"))
    const onFile = await appendsPerSecond(file)
    await file.close()
    const onDatabase = await appendsPerSecond(house.store)
    const beside = await besideEachOther(house.store)
    return {
      figures: [
        ratio("entries per second in one run, PostgreSQL / SQLite", onDatabase / onFile),
        absolute("entries per second in one run, SQLite", onFile, "entries/s"),
        absolute("entries per second in one run, PostgreSQL", onDatabase, "entries/s"),
        absolute("entries per second in 8 runs at once, PostgreSQL", beside, "entries/s"),
        ...(await withWorkers(house)),
      ],
      charts: [],
    }
  } finally {
    await house.close()
  }
}

async function appendsPerSecond(store: RunStore, runId = "bench"): Promise<number> {
  const lease = await startRun(store, runId)
  const value = "x".repeat(900)
  const began = performance.now()
  for (let at = 0; at < APPENDS; at++) await store.append(lease, [step(`step-${at}`, value)])
  const ms = performance.now() - began
  await store.removeRun(runId).catch(() => store.release(lease))
  return (APPENDS * 1000) / ms
}

async function besideEachOther(store: RunStore): Promise<number> {
  const rates = await Promise.all(Array.from({ length: 8 }, (_, at) => appendsPerSecond(store, `bench-${at}`)))
  return rates.reduce((sum, rate) => sum + rate, 0)
}

async function withWorkers(house: House): Promise<Figure[]> {
  const figures: Figure[] = []
  await house.store.connections.query("DELETE FROM keelson.runs")
  for (const workers of [1, 2, 4]) {
    while (house.workers.size < workers) house.startWorker()
    // One run each, so that every worker is there.
    await carriedOut(house, workers, `warm-${workers}`)
    const [before] = await house.store.connections.query(COMMITS)
    const began = databaseSeconds(house.url) ?? Number.NaN
    const ms = await carriedOut(house, RUNS, `with-${workers}`)
    const many = `${workers} ${workers === 1 ? "worker" : "workers"}`
    const entries = await entriesOf(house, `with-${workers}`)
    figures.push(
      absolute(`runs per second, ${many}`, (RUNS * 1000) / ms, "runs/s"),
      absolute(`entries per second, ${many}`, (entries * 1000) / ms, "entries/s"),
    )
    const seconds = (databaseSeconds(house.url) ?? Number.NaN) - began
    if (workers === 4) figures.push(...(await costOf(house, Number(before?.commits), { entries, seconds })))
  }
  figures.push(absolute("idle: transactions per second, 4 workers", await idleLoad(house), "/s"))
  return figures
}

const REPORTED_MS = 12_000
const COMMITS = "SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()"

async function entriesOf({ store }: House, name: string): Promise<number> {
  const [row] = await store.connections.query(
    "SELECT count(*)::int AS entries FROM keelson.entries JOIN keelson.runs ON id = run_id WHERE workspace LIKE $1",
    [`%${name}-%`],
  )
  return Number(row?.entries)
}

/** What a model of a larger cluster is made of: see docs/scale.md. */
async function costOf(
  { store }: House,
  before: number,
  { entries, seconds }: { readonly entries: number; readonly seconds: number },
): Promise<Figure[]> {
  // What is counted comes with some delay.
  await pause(2000)
  const [after] = await store.connections.query(COMMITS)
  const [held] = await store.connections.query(
    `SELECT sum(pg_total_relation_size(relid))::float8 / (SELECT count(*) FROM keelson.entries) AS bytes,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections
     FROM pg_partition_tree('keelson.entries') WHERE isleaf`,
  )
  return [
    absolute("entries per run", entries / RUNS, "entries"),
    absolute("transactions per entry, 4 workers", (Number(after?.commits) - before) / entries, ""),
    absolute("processor time of the database per entry", (seconds * 1e6) / entries, "µs"),
    absolute("bytes per entry in the database, indexes included", Number(held?.bytes), "B"),
    absolute("connections, 4 workers and one server", Number(held?.connections), ""),
  ]
}

async function carriedOut(house: House, runs: number, name: string): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: runs }, (_, at) => house.submit(`${name}-${at}`)))
  const open = "SELECT count(*)::int AS open FROM keelson.runs WHERE state <> 'DONE'"
  while ((await house.store.connections.query(open))[0]?.open !== 0) await pause(20)
  return performance.now() - began
}

async function idleLoad({ store }: House): Promise<number> {
  const commits = async () => Number((await store.connections.query(COMMITS))[0]?.commits)
  // A connection that falls silent reports what it did up to ten seconds later: without this the load before would be counted as idling.
  await pause(REPORTED_MS)
  const before = await commits()
  await pause(IDLE_MS)
  return ((await commits()) - before) / (IDLE_MS / 1000)
}
