import { createAgent, openStore, type RunStore, react } from "keelson"
import { currentOwner } from "../src/journal/owner.ts"
import { statsOf } from "../src/stats/stats-of.ts"
import { finish, repositoryPath, start } from "./support/processes.ts"
import { absolute, atLeast, atMost, count, type Report } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"
import { note, notingModel } from "./support/toy.ts"

const RUNS = 1000
/** Of one run: a turn with a call writes eight entries. */
const TURNS = 8

/** `keelson stats` over a thousand recorded runs, from the start of the process to its end. */
export async function stats(): Promise<Report> {
  await using folder = await temporary()
  const store = await openStore(folder.path)
  const entries = await record(store, folder.path)
  const cpu = await processorTime(store)
  await store.close()
  const started = performance.now()
  await finish(
    start(
      { args: [repositoryPath("bin/keelson.js"), "stats", "--all", "--json"], env: { KEELSON_STATE: folder.path } },
      folder.path,
    ),
  )
  return {
    figures: [
      absolute("stats of a thousand runs", performance.now() - started, "ms", atMost(2000)),
      absolute("stats of a thousand runs: processor time, without the process's start", cpu, "ms", atMost(2000)),
      count("stats: entries in all logs", entries * RUNS, "entries", atLeast(50 * RUNS)),
    ],
    charts: [],
  }
}

/** The same on a machine that has more to do. */
async function processorTime(store: RunStore): Promise<number> {
  const headers = await store.listRuns()
  const before = process.cpuUsage()
  await statsOf(store, headers)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** One run is carried out; the others have its log. */
async function record(store: RunStore, workspace: string): Promise<number> {
  const agent = await createAgent({
    ...{ model: notingModel(TURNS, async () => {}), workspace, store, strategy: react, tools: [note], secrets: {} },
    limits: { max_iterations: 10 * TURNS },
  })
  const { run_id } = await agent.run("Note everything, one by one.")
  const [header, log] = [await store.findRun(run_id), await store.load(run_id)]
  if (!header) throw new Error("The run that was carried out is not there.")
  const entries = log.map(({ key, at, record: said }) => ({ key, at, record: said }))
  for (let run = 1; run < RUNS; run++) {
    const lease = await store.createRun({ ...header, id: `${run_id}-${run}` }, { owner: currentOwner(), entries })
    await store.release(lease)
  }
  return entries.length
}
