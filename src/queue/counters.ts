import type { Connections } from "../journal/postgres/connections.ts"
import type { LoggedEvent } from "../protocol/log/event.ts"

/** A run under way whose steps are counted. */
export type CountedRun = { onEvent(listener: (logged: LoggedEvent) => void): () => void }

/** What was counted under a name, with labels as Prometheus writes them. */
export type CountedValue = { readonly name: string; readonly labels: string; readonly value: number }

const FLUSH_MS = 5000

/** Upper bounds of the times of steps, in seconds. */
export const STEP_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300] as const

const PUT = `INSERT INTO keelson.counters (process, name, labels, value)
  SELECT $1, row.* FROM unnest($2::text[], $3::text[], $4::float8[]) AS row (name, labels, value)
  ON CONFLICT (process, name, labels) DO UPDATE SET value = excluded.value`

/** What a worker counts, and leaves in the database now and then for whoever is asked for metrics. They only grow. */
export class Counters {
  readonly #connections: Connections
  readonly #process: number
  readonly #values = new Map<string, CountedValue>()
  readonly #timer: NodeJS.Timeout
  #isDue = false
  #faultsTold = 0

  /** `process`: its number among those of the cluster. */
  constructor(connections: Connections, process: number) {
    this.#connections = connections
    this.#process = process
    // What could not be left is left with the next: the values are sums.
    this.#timer = setInterval(() => void this.flush().catch(() => this.#again()), FLUSH_MS).unref()
  }

  add(name: string, labels = "", by = 1): void {
    this.#set(name, labels, (this.#values.get(`${name} ${labels}`)?.value ?? 0) + by)
    this.#isDue = true
  }

  /** Counts the steps that a run makes from now on. */
  watch(run: CountedRun): void {
    let isNew = false
    run.onEvent(({ event }) => {
      if (!isNew) return
      if (event.type === "model.called") this.#addStep("model", event.ms)
      if (event.type === "task.ended") this.#addStep("task", event.ms)
      if (event.type === "check.ended") this.#addStep("check", event.ms)
    })
    // What was logged before is told at once.
    isNew = true
  }

  async flush(): Promise<void> {
    const { faults } = this.#connections
    if (!this.#isDue && faults === this.#faultsTold) return
    this.#isDue = false
    this.#faultsTold = faults
    this.#set("database_errors", "", faults)
    const rows = [...this.#values.values()]
    const columns = [rows.map(({ name }) => name), rows.map(({ labels }) => labels), rows.map(({ value }) => value)]
    await this.#connections.query(PUT, [this.#process, ...columns])
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }

  #again(): void {
    this.#isDue = true
  }

  #set(name: string, labels: string, value: number): void {
    this.#values.set(`${name} ${labels}`, { name, labels, value })
  }

  #addStep(kind: string, ms: number): void {
    const seconds = ms / 1000
    this.add("step_sum", `kind="${kind}"`, seconds)
    for (const bound of [...STEP_BUCKETS.filter((bucket) => seconds <= bucket), "+Inf"])
      this.add("step_bucket", `kind="${kind}",le="${bound}"`)
  }
}

/** What all workers counted, those that are gone included. */
export async function countedValues(connections: Connections): Promise<CountedValue[]> {
  const rows = await connections.query(
    "SELECT name, labels, sum(value) AS value FROM keelson.counters GROUP BY name, labels ORDER BY name, labels",
  )
  return rows.map(({ name, labels, value }) => ({
    name: String(name),
    labels: String(labels),
    value: Number(value),
  }))
}
