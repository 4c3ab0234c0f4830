import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent } from "../../../src/agent.ts"
import { PostgresStore } from "../../../src/journal/postgres/postgres-store.ts"
import { openAICompatible } from "../../../src/model/openai-compatible.ts"
import { parseSource } from "../../../src/protocol/log/source.ts"
import { RunQueue } from "../../../src/queue/run-queue.ts"
import { KEELSON } from "../../cli/program.ts"
import { startPostgres } from "../postgres-server.ts"
import { sql } from "../sql.ts"
import { mind } from "./mind.ts"
import { makeSource } from "./source.ts"

/** A worker's process; `line` is how it reaches the database. */
export type WorkerProcess = { readonly process: ChildProcess; readonly line: string }

/** Runs that a worker has at once. */
const CONCURRENCY = "6"

/** A database, a model and workers, in a folder that goes with them. `isSlow`: model and commands take their time, and the disk counts. */
export async function openHouse({ isSlow = false } = {}) {
  const place = mkdtempSync(join(tmpdir(), "keelson-cluster-"))
  const server = await startPostgres({ fsync: isSlow })
  await sql(server.url("postgres"), "CREATE DATABASE campaign")
  const url = server.url("campaign")
  const model = await mind(isSlow)
  const source = makeSource(place)
  const store = await PostgresStore.open(url)
  const queue = await RunQueue.open(store, () => {})
  const workers = new Set<WorkerProcess>()
  const config = { KEELSON_STATE: ":memory:", TMPDIR: place, XDG_CONFIG_HOME: join(place, "config") }
  const env = { ...process.env, ...config }

  const startWorker = (line = url): WorkerProcess => {
    const [program, ...words] = KEELSON
    const started = spawn(program, [...words, "worker", "--concurrency", CONCURRENCY], {
      env: { ...env, KEELSON_DATABASE: line },
      stdio: ["ignore", "ignore", "inherit"],
    })
    const worker = { process: started, line }
    workers.add(worker)
    started.on("exit", () => workers.delete(worker))
    return worker
  }

  /** Each run has a folder of its own, or a source. */
  const submit = async (name: string, hasSource = false): Promise<string> => {
    const workspace = join(place, "work", name)
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, "README.md"), "A project.\n")
    const agent = await createAgent({
      model: openAICompatible({ name: "scripted", baseUrl: model.url }),
      endpoint: model.url,
      workspace,
      ...(hasSource ? { source: parseSource(`${source}#main`) } : {}),
      strategy: "react",
      store,
      approve: "full",
      checks: {},
    })
    const id = await agent.forOthers.start(`Write notes (${name})`)
    await queue.send(id)
    return id
  }

  const close = async () => {
    const ends = [...workers].map(({ process: each }) => once(each, "exit"))
    for (const { process: each } of workers) each.kill("SIGKILL")
    await Promise.all(ends)
    await queue.close()
    await store.close()
    await model.close()
    await server.close()
    rmSync(place, { recursive: true, force: true })
  }
  return { url, place, source, server, store, queue, model, workers, startWorker, submit, close }
}

export type House = Awaited<ReturnType<typeof openHouse>>
