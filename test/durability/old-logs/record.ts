/*
 * Writes the logs of this version into the folder that is named: node --conditions=keelson-source test/durability/old-logs/record.ts
 * 0.1.0. To be run once for each version, before what it writes changes; a later version must read and resume them.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { toRow } from "../../../src/journal/entry-row.ts"
import { MemoryStore } from "../../../src/journal/memory-store.ts"
import { ModelError } from "../../../src/model/seam/model-error.ts"
import { setStage } from "../../scenarios/play.ts"
import { mind } from "../strategy-minds.ts"
import { fileOf, type Moment, mannerOf, OLD_RUNS, type OldLog, type OldRun, optionsOf, WORKSPACE } from "./cases.ts"

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error("Name the version that is recorded.")
for (const run of OLD_RUNS) {
  const { moments, rows } = await logOf(run)
  const lines = [moments, ...rows].map((line) => `${JSON.stringify(line)}\n`)
  await mkdir(dirname(fileOf(version, run)), { recursive: true })
  await writeFile(fileOf(version, run), lines.join(""))
}

/** The whole log, and what a crash in its middle and before its last write would have left behind. */
async function logOf(run: OldRun): Promise<OldLog> {
  const { outcome = "done" } = run
  let cancel = () => {}
  const model = mind(mannerOf(run, "then"), (call) => {
    if (call === run.cancelledAt) cancel()
    if (run.failsAt !== undefined && call >= run.failsAt) throw new ModelError("auth", "The key was refused.")
  })
  await using stage = await setStage({ name: run.name, model: () => model, options: optionsOf(run) })
  const store = new MemoryStore()
  const moments: Moment[] = []
  const append = store.append.bind(store)
  store.append = async (lease, entries, blobs) => {
    if (entries.length > 0) moments.push(await momentOf(store, lease.runId, stage.folder))
    return append(lease, entries, blobs)
  }
  const started = await (await stage.agent(store, model)).start("Please write the file, and make the test pass.")
  cancel = () => void started.cancel("not now")
  const result = await started.result
  if (result.outcome !== outcome) throw new Error(`${run.name} ended ${result.outcome}: ${result.reason}`)
  const kept = [
    ...[Math.floor(moments.length / 2), moments.length - 1].flatMap((index) => moments[index] ?? []),
    await momentOf(store, started.id, stage.folder),
  ]
  const rows = (await store.load(started.id)).map((entry) => toRow(entry, { seq: entry.seq, lease: entry.lease }))
  return JSON.parse(JSON.stringify({ moments: kept, rows }).replaceAll(stage.folder, WORKSPACE))
}

async function momentOf(store: MemoryStore, id: string, folder: string): Promise<Moment> {
  const header = await store.findRun(id)
  if (!header) throw new Error(`The run ${id} is not there.`)
  return { entries: await store.lastSeq(id), header, files: await filesIn(folder) }
}

async function filesIn(place: string): Promise<Record<string, string>> {
  const names = await readdir(place)
  const contents = names.map(async (name) => [name, await readFile(join(place, name), "utf8")] as const)
  return Object.fromEntries(await Promise.all(contents))
}
