import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent } from "../../../src/agent.ts"
import { RunQueue } from "../../../src/dispatch/run-queue.ts"
import { PostgresStore } from "../../../src/journal/postgres/postgres-store.ts"
import { openAICompatible } from "../../../src/model/openai-compatible.ts"
import { startModelServer } from "../../../src/testing/index.ts"
import { call, text } from "../../../src/testing/server-reply.ts"
import { KEELSON } from "../../cli/program.ts"
import { startPostgres } from "../postgres-server.ts"
import { sql } from "../sql.ts"

/** A worker's process; `line` is how it reaches the database. */
export type WorkerProcess = { readonly process: ChildProcess; readonly line: string }

const ECHO = "echo done >> effects.log"

/** A command, a file, an answer: what is asked depends on what was said, and not on how often it was asked. */
function mind() {
  return startModelServer({
    script: (body) => {
      const heard = body.messages.filter(({ role }) => role === "tool").length
      if (heard === 0) return call("run_in_terminal", { command: ECHO })
      if (heard === 1) return call("write_file", { path: "note.md", content: "hello\n" })
      return text("The note is written.")
    },
  })
}

/** A database, a model and workers, in a folder that goes with them. */
export async function openHouse() {
  const place = mkdtempSync(join(tmpdir(), "keelson-cluster-"))
  const server = await startPostgres()
  await sql(server.url("postgres"), "CREATE DATABASE campaign")
  const url = server.url("campaign")
  const model = await mind()
  const store = await PostgresStore.open(url)
  const queue = await RunQueue.open(store, () => {})
  const workers = new Set<WorkerProcess>()
  const env = { ...process.env, KEELSON_STATE: ":memory:", XDG_CONFIG_HOME: join(place, "config") }

  const startWorker = (line = url): WorkerProcess => {
    const [program, ...words] = KEELSON
    const started = spawn(program, [...words, "worker", "--concurrency", "4"], {
      env: { ...env, KEELSON_DATABASE: line },
      stdio: ["ignore", "ignore", "inherit"],
    })
    const worker = { process: started, line }
    workers.add(worker)
    started.on("exit", () => workers.delete(worker))
    return worker
  }

  /** Each run has a folder of its own. */
  const submit = async (name: string): Promise<string> => {
    const workspace = join(place, "work", name)
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, "README.md"), "A project.\n")
    const agent = await createAgent({
      model: openAICompatible({ name: "scripted", baseUrl: model.url }),
      endpoint: model.url,
      workspace,
      strategy: "react",
      store,
      approve: "full",
      checks: {},
    })
    const id = await agent.forOthers.start(`Write a note (${name})`)
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
  return { url, place, server, store, queue, model, workers, startWorker, submit, close }
}

export type House = Awaited<ReturnType<typeof openHouse>>
