import type { JobWithMetadata, PgBoss } from "pg-boss"
import type { SqlSession } from "../journal/postgres/connections.ts"
import type { PostgresStore } from "../journal/postgres/postgres-store.ts"
import type { QueueStanding } from "../protocol/api/team-api.ts"
import { pickNext, QUEUE, standingsOf } from "./queue-order.ts"

/** One attempt at one run. `tries` counts earlier ones whose worker was lost, `errors` those that failed. */
export type RunJob = Payload & { readonly id: string; readonly tries: number; readonly startedAt: number }

type Attempt = Pick<RunJob, "id" | "tries">

/** `isInTheWay`: somebody is, in its folder or at the run itself, so that it need not go before others. `presence`: who fetched it. */
type Payload = {
  readonly runId: string
  readonly errors: number
  readonly isInTheWay?: true
  readonly presence?: number
}

/** How the queue stands. `oldestMs`: how long the job that waits longest could have been fetched by now. */
export type QueueFigures = { readonly queued: number; readonly active: number; readonly oldestMs: number }

const QUEUE_SCHEMA = "keelson_queue"

/** The least that there is; a process that is gone is found sooner, by its presence. */
const HEARTBEAT_S = 15
const TOUCH_MS = 4000
/** So often, in the whole cluster, somebody looks for hearts that stopped. */
const MONITOR_S = 10
/** As long as there is; see `putBack`. */
const EXPIRE_S = 86_399
/** Jobs that are done are of no use to anybody. */
const KEEP_DONE_S = 300

const OPTIONS = {
  policy: "stately",
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: EXPIRE_S,
  // How often a run is tried is for the worker to decide, who knows why it failed.
  retryLimit: 1_000_000,
  retryDelay: 0,
  deleteAfterSeconds: KEEP_DONE_S,
  retentionSeconds: 10 * 365 * 86_400,
} as const

/** Of those that wait only the ones whose last word is an answer: whoever gave it may have died before it could be handed on. */
const FORGOTTEN = `SELECT run.id FROM keelson.runs AS run
  WHERE run.state NOT IN ('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED') AND run.lease_host IS NULL
    AND (run.state <> 'WAITING' OR EXISTS (
      SELECT 1 FROM keelson.entries AS last WHERE last.run_id = run.id AND last.seq = run.last_seq AND last.lease = 0
        AND last.body ~ '^\\{"type":"(clarification|approval)\\.answered"'))
    AND NOT EXISTS (SELECT 1 FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND singleton_key = run.id AND state <= 'active')
  LIMIT 100`

/** A job that was picked before, and came back, has no priority any more. Whoever picks is named, so that a job of a process that is gone is known. */
const PICKED = 1
const MARK_PICKED = `UPDATE ${QUEUE_SCHEMA}.job SET priority = CASE WHEN id = ANY ($2::uuid[]) THEN ${PICKED} ELSE 0 END,
    data = CASE WHEN id = ANY ($2::uuid[]) THEN data || jsonb_build_object('presence', $3::int) ELSE data END
  WHERE name = $1 AND state < 'active' AND (priority <> 0 OR id = ANY ($2::uuid[]))`

const WAITING = `SELECT 1 FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND state < 'active' AND start_after <= now() LIMIT 1`

/** Which runs are to be looked at. A job is a wake-up, and the log the truth: a job too many does no harm. */
export class RunQueue {
  readonly #boss: PgBoss
  readonly #store: PostgresStore
  readonly #active = new Set<RunJob>()
  readonly #timer: NodeJS.Timeout

  private constructor(boss: PgBoss, store: PostgresStore) {
    this.#boss = boss
    this.#store = store
    this.#timer = setInterval(() => void this.#touch().catch(() => {}), TOUCH_MS).unref()
  }

  /** `onFault` hears of what goes wrong beside what is asked. */
  static async open(store: PostgresStore, onFault: (error: unknown) => void): Promise<RunQueue> {
    const { PgBoss } = await import("pg-boss")
    const db = { executeSql: (text: string, values?: unknown[]) => store.connections.results(text, values) }
    const boss = new PgBoss({
      db,
      schema: QUEUE_SCHEMA,
      supervise: false,
      schedule: false,
      monitorIntervalSeconds: MONITOR_S,
    })
    boss.on("error", onFault)
    await boss.start()
    if (!(await boss.getQueue(QUEUE))) await boss.createQueue(QUEUE, OPTIONS)
    return new RunQueue(boss, store)
  }

  /** Has the run looked at, at the earliest in so many seconds. Without effect while that is queued already. */
  async send(runId: string, { afterSeconds = 0, errors = 0, isInTheWay = false } = {}): Promise<void> {
    const payload: Payload = { runId, errors, ...(isInTheWay ? { isInTheWay } : {}) }
    await this.#store.connections.patiently(() => this.#send(payload, afterSeconds))
    this.#store.news.tell(runId, 0)
  }

  /** At most so many, each of another run: those that are next among all tenants, and below their caps. */
  async fetch(most: number): Promise<RunJob[]> {
    const { connections } = this.#store
    const waiting = await connections.query(WAITING, [QUEUE], "is-waiting")
    if (waiting.length === 0) return []
    // Whoever is not seen to be there would lose what it fetches.
    await this.#store.news.presence.ready()
    const jobs = await connections.transaction((session) => this.#fetchNext(session, most))
    const taken = jobs.map(toRunJob)
    for (const job of taken) this.#active.add(job)
    return taken
  }

  /** Where these runs stand that wait for a worker. */
  standings(runIds: readonly string[]): Promise<ReadonlyMap<string, QueueStanding>> {
    return standingsOf(this.#store.connections, runIds)
  }

  /** There is nothing more to do for the job. */
  async settle(job: RunJob): Promise<void> {
    await this.#store.connections.patiently(() => this.#boss.complete(QUEUE, attemptOf(job)))
    this.#active.delete(job)
  }

  /** Nobody here works on it any more, and nothing can be said: others take it when it was not touched for a while. */
  abandon(job: RunJob): void {
    this.#active.delete(job)
  }

  /** Others shall have a look, at the earliest in so many seconds. */
  async putBack(job: RunJob, wish: { afterSeconds?: number; errors?: number; isInTheWay?: boolean } = {}) {
    await this.send(job.runId, { errors: job.errors, ...wish })
    await this.settle(job)
  }

  /** Whoever had this attempt is gone: another one begins. Without effect on a later attempt. */
  async takeAway(job: Attempt & Pick<RunJob, "runId">): Promise<void> {
    await this.#boss.fail(QUEUE, attemptOf(job), { reason: "its worker is gone" })
    this.#store.news.tell(job.runId, 0)
  }

  /** Open runs that nobody carries out, nobody is asked in, and nobody is going to look at. */
  async forgotten(): Promise<string[]> {
    const rows = await this.#store.connections.query(FORGOTTEN, [QUEUE])
    return rows.map(({ id }) => String(id))
  }

  /** The attempt that is under way for a run, whoever has it. */
  async activeFor(runId: string): Promise<RunJob | undefined> {
    const jobs = await this.#boss.findJobs<Payload>(QUEUE, { key: runId })
    const active = jobs.find(({ state }) => state === "active")
    return active && toRunJob(active)
  }

  /** Frozen workers' jobs are given to others, and old ones are removed. */
  async supervise(): Promise<void> {
    await this.#boss.supervise(QUEUE)
  }

  async figures(): Promise<QueueFigures> {
    const [row] = await this.#store.connections.query(
      `SELECT count(*) FILTER (WHERE state < 'active') AS queued, count(*) FILTER (WHERE state = 'active') AS active,
         coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active')), 0) AS oldest
       FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND state <= 'active'`,
      [QUEUE],
    )
    const oldestMs = Math.max(0, Number(row?.oldest ?? 0) * 1000)
    return { queued: Number(row?.queued ?? 0), active: Number(row?.active ?? 0), oldestMs }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#boss.stop({ graceful: false, close: false })
  }

  /** What is picked is told by a priority, which only this transaction sees. */
  async #fetchNext(session: SqlSession, most: number): Promise<JobWithMetadata<Payload>[]> {
    const picked = await pickNext(session, most)
    if (picked.length === 0) return []
    await session.query(MARK_PICKED, [QUEUE, picked, this.#store.news.presence.id], "mark-picked")
    const db = {
      executeSql: async (text: string, values?: unknown[]) => ({ rows: await session.query(text, values) }),
    }
    const options = { batchSize: picked.length, includeMetadata: true, minPriority: PICKED, db } as const
    const jobs = await this.#boss.fetch<Payload>(QUEUE, options)
    return jobs.sort((a, b) => picked.indexOf(a.id) - picked.indexOf(b.id))
  }

  async #send(payload: Payload, startAfter: number): Promise<void> {
    const place = { singletonKey: payload.runId, startAfter }
    const id = await this.#boss.send(QUEUE, payload, place)
    // One is queued already, perhaps for later: this one is for now.
    if (id === null && startAfter === 0) await this.#boss.update(QUEUE, payload, place)
  }

  async #touch(): Promise<void> {
    if (this.#active.size > 0) await this.#boss.touch(QUEUE, [...this.#active].map(attemptOf))
  }
}

function toRunJob({ id, data, retryCount, startedOn }: JobWithMetadata<Payload>): RunJob {
  return { ...data, id, tries: retryCount, startedAt: startedOn?.getTime() ?? 0 }
}

function attemptOf({ id, tries }: Attempt): { id: string; retryCount: number } {
  return { id, retryCount: tries }
}
