import { type Agent, createAgent, openStore, type RunStore, react } from "keelson"
import { median } from "./support/median.ts"
import { absolute, atLeast, atMost, count, type Report } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"
import { note, notingModel } from "./support/toy.ts"

const ENTRIES = 10_000
/** A turn with one tool call writes eight entries. */
const TURNS = Math.ceil(ENTRIES / 8)
const RUNS = 5

/** A run that its limit ended after ten thousand entries gets a higher limit: from `resume` to its next model call. */
export async function resume(): Promise<Report> {
  await using folder = await temporary()
  const store = await openStore(folder.path)
  const { run_id } = await (await agentFor(store, folder.path, () => {})).run("Note everything, one by one.")
  await store.close()
  const times: number[] = []
  let entries = 0
  for (let run = 1; run <= RUNS; run++) {
    const again = await openStore(folder.path)
    entries = (await again.load(run_id)).length
    times.push(await timeResume(again, folder.path, { id: run_id, turns: TURNS + run }))
    await again.close()
  }
  return {
    figures: [
      absolute("resume of a long log", median(times), "ms", atMost(1000)),
      count("resume: entries in the log", entries, "entries", atLeast(ENTRIES)),
    ],
    charts: [],
  }
}

async function agentFor(store: RunStore, workspace: string, onNewCall: () => void): Promise<Agent> {
  return createAgent({
    model: notingModel(TURNS * 2, async () => onNewCall()),
    workspace,
    store,
    strategy: react,
    tools: [note],
    secrets: {},
    limits: { max_iterations: TURNS, max_model_calls: 10 * TURNS },
  })
}

async function timeResume(store: RunStore, workspace: string, run: { id: string; turns: number }): Promise<number> {
  const asked = Promise.withResolvers<number>()
  const agent = await agentFor(store, workspace, () => asked.resolve(performance.now()))
  const started = performance.now()
  const resumed = await agent.resume(run.id, { limits: { max_iterations: run.turns } })
  const time = (await asked.promise) - started
  await resumed.result
  return time
}
