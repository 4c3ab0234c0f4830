import { request } from "node:http"
import { createAgent, type Model, openStore, type RunStore, react } from "keelson"
import { agentHost, type RunServer, startServer } from "keelson/server"
import { median } from "./support/median.ts"
import { absolute, count, exactly, type Report, ratio } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"
import { note, notingModel } from "./support/toy.ts"

const VIEWERS = 100
const STEPS = 60
const ROUNDS = 5
const LISTED = 200

/** One run with one viewer and with a hundred, from its first step until the last of them has its end; and a long list of runs. */
export async function viewers(): Promise<Report> {
  await using folder = await temporary()
  const store = await openStore(folder.path)
  const gate = new Gate()
  const server = await serve(store, folder.path, gate)
  const [one, many] = await timeInTurns(server, gate)
  const complete = many.received.filter((events) => events === many.events).length
  for (let run = 0; run < LISTED; run++) await startRun(server, gate, 1)
  const list = await timeList(server)
  await server.close()
  await store.close()
  return {
    figures: [
      count("viewers of one run that got all its events", complete, "viewers", exactly(VIEWERS)),
      ratio(`time of a run, ${VIEWERS} viewers / 1 viewer`, many.ms / one.ms),
      absolute("events sent per second, all viewers together", (many.events * VIEWERS * 1000) / many.ms, "events/s"),
      count("runs in the list", list.runs, "runs", exactly(LISTED)),
      absolute("list of runs, asked again", list.ms, "ms"),
    ],
    charts: [],
  }
}

type Watched = { readonly ms: number; readonly events: number; readonly received: readonly number[] }

/** In turns, so that a busy machine makes both slower; the middle value counts. */
async function timeInTurns(server: RunServer, gate: Gate): Promise<[Watched, Watched]> {
  const ones: Watched[] = []
  const manies: Watched[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await watchRun(server, gate, 1)
    const many = await watchRun(server, gate, VIEWERS)
    // The first round warms up.
    if (round > 0) ones.push(one)
    if (round > 0) manies.push(many)
  }
  return [middle(ones), middle(manies)]
}

function middle(watched: readonly Watched[]): Watched {
  const last = watched.at(-1) ?? { events: 0, received: [] }
  return { ...last, ms: median(watched.map(({ ms }) => ms)) }
}

async function watchRun(server: RunServer, gate: Gate, viewerCount: number): Promise<Watched> {
  gate.shut()
  const id = await startRun(server, gate, STEPS, true)
  const watching = await Promise.all(Array.from({ length: viewerCount }, () => watch(server, id)))
  const started = performance.now()
  gate.open()
  const received = await Promise.all(watching.map(({ facts }) => facts))
  const ms = performance.now() - started
  const log = (await ask(server, `/api/runs/${id}/log`)) as { events: unknown[] }
  return { ms, events: log.events.length, received }
}

/** Resolves once the viewer has all there is so far; `facts` once the stream has ended. */
function watch(server: RunServer, id: string): Promise<{ facts: Promise<number> }> {
  return new Promise((resolve, reject) => {
    const url = new URL(`/api/runs/${id}/events`, server.url)
    const sent = request(url, { headers: { authorization: `Bearer ${server.token}` }, agent: false }, (response) => {
      const facts = Promise.withResolvers<number>()
      let heard = 0
      let rest = ""
      response.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n")
        rest = lines.pop() ?? ""
        heard += lines.filter((line) => line === "event: fact").length
        if (lines.some((line) => line === "event: state" || line === "event: end")) resolve({ facts: facts.promise })
      })
      response.on("end", () => facts.resolve(heard)).on("error", facts.reject)
    })
    sent.on("error", reject).end()
  })
}

async function timeList(server: RunServer): Promise<{ ms: number; runs: number }> {
  const path = `/api/runs?limit=${LISTED}&strategy=react`
  const times: number[] = []
  let runs = 0
  for (let time = 0; time < 10; time++) {
    const started = performance.now()
    runs = ((await ask(server, path)) as { runs: unknown[] }).runs.length
    times.push(performance.now() - started)
  }
  return { ms: median(times), runs }
}

async function ask(server: RunServer, path: string, body?: object): Promise<unknown> {
  const response = await fetch(new URL(path, server.url), {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Returns at once for a run that waits at the gate, else when it has ended. */
async function startRun(server: RunServer, gate: Gate, steps: number, waits = false): Promise<string> {
  gate.steps = steps
  const { run_id } = (await ask(server, "/api/runs", { request: "Note everything, one by one." })) as { run_id: string }
  if (!waits) await (await watch(server, run_id)).facts
  return run_id
}

async function serve(store: RunStore, workspace: string, gate: Gate): Promise<RunServer> {
  const limits = { max_iterations: 1000, max_model_calls: 1000 }
  const agentFor = () => {
    const model: Model = notingModel(gate.steps, async (turn) => (turn === 1 ? gate.wait() : undefined))
    return createAgent({ model, store, workspace, strategy: react, tools: [note], limits, secrets: {} })
  }
  return startServer({
    host: agentHost({ store, workspaces: [workspace], agentFor }),
    version: "bench",
    tuning: { postRate: { burst: 10_000, refillMs: 1 } },
  })
}

/** Holds runs before their first step while the viewers come. */
class Gate {
  steps = STEPS
  #opened = Promise.withResolvers<void>()

  constructor() {
    this.open()
  }

  shut(): void {
    this.#opened = Promise.withResolvers<void>()
  }

  open(): void {
    this.#opened.resolve()
  }

  wait(): Promise<void> {
    return this.#opened.promise
  }
}
