import { type Agent, createAgent, type Model, type ModelPart, openStore, type RunStore, react } from "keelson"
import { consolePlace, timeToUsable } from "./support/console-place.ts"
import { finish, repositoryPath, start } from "./support/processes.ts"
import { absolute, atLeast, atMost, count, type Report } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"
import { note } from "./support/toy.ts"

const ENTRIES = 100_000
/** Each call of a reply writes three entries, and its turn some more. */
const CALLS = 30
const TURNS = Math.ceil(ENTRIES / (3 * CALLS))

/** A log of a hundred thousand entries: to its next model call, and to what people see of it, each from the start of a process. */
export async function longLog(): Promise<Report> {
  await using folder = await temporary()
  const store = await openStore(folder.path)
  const { run_id } = await (await agentFor(store, folder.path, () => {})).run("Note everything.")
  const entries = (await store.load(run_id)).length
  await store.close()
  return {
    figures: [
      absolute("long log: resume", await timeResume(folder.path, run_id), "ms", atMost(3000)),
      absolute("long log: show", await timeOf(folder.path, ["show", run_id]), "ms", atMost(2000)),
      absolute("long log: report", await timeOf(folder.path, ["report", run_id, "-o", "-"]), "ms", atMost(5000)),
      absolute("long log: console usable", await timeInConsole(folder.path, run_id), "ms", atMost(2000)),
      count("long log: entries", entries, "entries", atLeast(ENTRIES)),
    ],
    charts: [],
  }
}

async function timeInConsole(folder: string, id: string): Promise<number> {
  await using place = await consolePlace(folder)
  // Awaited: the place is closed when this returns.
  return await timeToUsable(place.page, `${place.server.url}#/runs/${id}`)
}

async function timeOf(folder: string, words: readonly string[]): Promise<number> {
  const started = performance.now()
  await finish(start({ args: [repositoryPath("bin/keelson.js"), ...words], env: { KEELSON_STATE: folder } }, folder))
  return performance.now() - started
}

async function timeResume(folder: string, id: string): Promise<number> {
  const store = await openStore(folder)
  const asked = Promise.withResolvers<number>()
  const agent = await agentFor(store, folder, () => asked.resolve(performance.now()))
  const started = performance.now()
  const resumed = await agent.resume(id, { limits: { max_iterations: TURNS + 1 } })
  const time = (await asked.promise) - started
  await resumed.result
  await store.close()
  return time
}

async function agentFor(store: RunStore, workspace: string, onCall: () => void): Promise<Agent> {
  return createAgent({
    model: busyModel(onCall),
    workspace,
    store,
    strategy: react,
    tools: [note],
    secrets: {},
    limits: { max_iterations: TURNS, max_model_calls: 10 * TURNS },
  })
}

/** Notes many things in each reply, and never the same. */
function busyModel(onCall: () => void): Model {
  let noted = 0
  return {
    id: "toy:busy",
    contextWindow: 128_000,
    async *stream(): AsyncGenerator<ModelPart> {
      onCall()
      for (let call = 0; call < CALLS; call++)
        yield { type: "call", call: { id: `call-${++noted}`, name: note.name, arguments: `{"text":"thing ${noted}"}` } }
      yield { type: "end", usage: { prompt: 100, completion: 10, cached: 0 }, finish: "calls" }
    },
  }
}
