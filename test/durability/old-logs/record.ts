/*
 * Writes the logs of this version into the folder that is named: node --conditions=keelson-source test/durability/old-logs/record.ts
 * 0.1.0. To be run once for each version, before what it writes changes; a later version must read and resume them.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { MemoryStore } from "../../../src/journal/memory-store.ts"
import type { LogEntry } from "../../../src/journal/run-store.ts"
import { eventVersion } from "../../../src/protocol/event.ts"
import { crashStore } from "../../../src/testing/crash-store.ts"
import { REQUEST, setStage } from "../../scenarios/play.ts"
import { mind } from "../strategy-minds.ts"
import { mannerOf, OLD_RUNS, type OldEntry, type OldLog, type OldRun, optionsOf } from "./cases.ts"

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error("Name the version that is recorded.")
const folder = join(import.meta.dirname, version)
await mkdir(folder, { recursive: true })
for (const run of OLD_RUNS) {
  const logs = await logsOf(run)
  // The middle, and right before the end.
  const kept = [logs[Math.floor(logs.length / 2)], logs.at(-2), logs.at(-1)]
  await writeFile(join(folder, `${run.name}.jsonl`), kept.map((log) => `${JSON.stringify(log)}\n`).join(""))
}

/** What a crash before each write left behind, and last the whole log. */
async function logsOf(run: OldRun): Promise<OldLog[]> {
  const logs: OldLog[] = []
  for (let beforeWrite = 2; ; beforeWrite++) {
    await using stage = await setStage({ name: run.name, model: () => mind(mannerOf(run)), options: optionsOf(run) })
    const store = new MemoryStore()
    const dying = crashStore(store, beforeWrite)
    const agent = await stage.agent(dying, mind(mannerOf(run)))
    await agent.run(REQUEST).catch(() => undefined)
    const [header] = await store.listRuns()
    if (!header) throw new Error(`${run.name} left nothing.`)
    const entries = (await store.load(header.id)).map(withVersion)
    const log = { header, entries, files: await filesIn(stage.folder) }
    logs.push(JSON.parse(JSON.stringify(log).replaceAll(stage.folder, "$WORKSPACE")))
    if (!dying.hasCrashed) return logs
  }
}

function withVersion(entry: LogEntry): OldEntry {
  return { ...entry, version: entry.record.kind === "event" ? eventVersion(entry.record.event.type) : 1 }
}

async function filesIn(place: string): Promise<Record<string, string>> {
  const names = await readdir(place)
  const contents = names.map(async (name) => [name, await readFile(join(place, name), "utf8")] as const)
  return Object.fromEntries(await Promise.all(contents))
}
