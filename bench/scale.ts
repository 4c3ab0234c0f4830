import { createAgent, openStore, react } from "keelson"
import { absolute, count, exactly, type Report } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"
import { note, notingModel } from "./support/toy.ts"

const RUNS = 1000
const STEPS = 3

/** So many runs in one process with one durable store: all stand in the middle of their work at once, then all end. */
export async function scale(): Promise<Report> {
  await using folder = await temporary()
  const store = await openStore(folder.path)
  const gate = new Gate(RUNS)
  const agent = await createAgent({
    model: notingModel(STEPS, async (turn) => (turn === 2 ? gate.wait() : undefined)),
    workspace: folder.path,
    store,
    strategy: react,
    tools: [note],
    secrets: {},
  })
  const before = usedMemory()
  const started = performance.now()
  const runs = await Promise.all(
    Array.from({ length: RUNS }, (_, index) => agent.start(`Note everything, one by one; this is run ${index + 1}.`)),
  )
  await gate.full
  const during = usedMemory()
  gate.open()
  const results = await Promise.all(runs.map((run) => run.result))
  const ms = performance.now() - started
  await store.close()
  const done = results.filter(({ outcome }) => outcome === "done").length
  return {
    figures: [
      count("runs at once that all ended", done, "runs", exactly(RUNS)),
      absolute("memory per run at once (heap)", (during - before) / RUNS / 1024, "KB"),
      absolute("steps per second, all runs together", (RUNS * (STEPS + 1) * 1000) / ms, "steps/s"),
      absolute("time of all runs", ms, "ms"),
    ],
    charts: [],
  }
}

/** Holds everyone until all have come. */
class Gate {
  readonly #all = Promise.withResolvers<void>()
  readonly #opened = Promise.withResolvers<void>()
  #missing: number

  constructor(expected: number) {
    this.#missing = expected
  }

  get full(): Promise<void> {
    return this.#all.promise
  }

  wait(): Promise<void> {
    this.#missing -= 1
    if (this.#missing === 0) this.#all.resolve()
    return this.#opened.promise
  }

  open(): void {
    this.#opened.resolve()
  }
}

/** What hangs on what the first pass frees is freed by the second. */
function usedMemory(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
