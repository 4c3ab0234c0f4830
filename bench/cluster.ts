import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { openStore, type RunStore } from "keelson"
import { startRun, step } from "../src/testing/run-store-contract/parts.ts"
import { type House, openHouse } from "../test/cluster/campaign/house.ts"
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
    const ms = await carriedOut(house, RUNS, `with-${workers}`)
    figures.push(
      absolute(`runs per second, ${workers} ${workers === 1 ? "worker" : "workers"}`, (RUNS * 1000) / ms, "runs/s"),
    )
  }
  figures.push(absolute("idle: transactions per second, 4 workers", await idleLoad(house), "/s"))
  return figures
}

async function carriedOut(house: House, runs: number, name: string): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: runs }, (_, at) => house.submit(`${name}-${at}`)))
  const open = "SELECT count(*)::int AS open FROM keelson.runs WHERE state <> 'DONE'"
  while ((await house.store.connections.query(open))[0]?.open !== 0) await pause(20)
  return performance.now() - began
}

async function idleLoad({ store }: House): Promise<number> {
  const read = "SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()"
  const commits = async () => Number((await store.connections.query(read))[0]?.commits)
  // What is counted comes with some delay.
  await pause(2000)
  const before = await commits()
  await pause(IDLE_MS)
  return ((await commits()) - before) / (IDLE_MS / 1000)
}
