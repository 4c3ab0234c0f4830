import type { PostgresStore } from "../journal/postgres/postgres-store.ts"
import { StoreLockedError } from "../journal/store-error.ts"
import { freeLost, type LostJob, type LostLease, lostWork } from "./lost-work.ts"
import type { RunQueue } from "./run-queue.ts"

/** What a reaper did. */
export type ReaperListener = {
  readonly onTaken?: (runId: string) => void
  readonly onFault: (error: unknown) => void
}

const LOOK_MS = 500
/** Of looks: for what is dearer, and less urgent. */
const SWEEP_EVERY = 10
/** What has neither lease nor presence, and half a dozen statements each time. */
const SUPERVISE_EVERY = 30
/** Who had trouble with the database this lately does not know whether others are gone, or only as cut off as he was. */
const TROUBLE_MS = 8000

/** Takes runs from processes that are gone or frozen, and has runs looked at that everybody forgot. Any number may do so at once. */
export class Reaper {
  readonly #store: PostgresStore
  readonly #queue: RunQueue
  readonly #listener: ReaperListener
  readonly #timer: NodeJS.Timeout
  #suspects = new Set<string>()
  #looks = 0
  #looking: Promise<void> | undefined

  constructor(store: PostgresStore, queue: RunQueue, listener: ReaperListener) {
    this.#store = store
    this.#queue = queue
    this.#listener = listener
    this.#timer = setInterval(() => this.#tick(), LOOK_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  #tick(): void {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        if (!(error instanceof StoreLockedError)) this.#listener.onFault(error)
      })
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #look(): Promise<void> {
    const { connections } = this.#store
    const { leases, jobs } = await lostWork(connections)
    if (connections.sinceFault < TROUBLE_MS) {
      this.#suspects = new Set()
      return
    }
    // A connection that broke is there again in a moment: only who is missed twice is gone.
    const isSure = (work: LostLease | LostJob) => this.#suspects.has(nameOf(work))
    const lostLeases = leases.filter((lease) => !lease.isGone || isSure(lease))
    const lostJobs = jobs.filter(isSure)
    this.#suspects = new Set([...leases, ...jobs].map(nameOf))
    for (const lease of lostLeases) await this.#take(lease)
    // What went with its lease is another attempt by now, and is left alone.
    for (const job of lostJobs) await this.#queue.takeAway(job)
    const look = this.#looks++
    if (look % SWEEP_EVERY === 0) await this.#sweep()
    if (look % SUPERVISE_EVERY === 0) await this.#queue.supervise()
  }

  async #take(lease: LostLease): Promise<void> {
    const job = await this.#queue.activeFor(lease.runId)
    if (!(await freeLost(this.#store.connections, lease))) return
    this.#listener.onTaken?.(lease.runId)
    // The attempt was looked up before the lease was freed: one that began since is another worker's.
    if (job) await this.#queue.takeAway(job)
    else await this.#queue.send(lease.runId)
  }

  async #sweep(): Promise<void> {
    for (const runId of await this.#queue.forgotten()) await this.#queue.send(runId)
  }
}

function nameOf(work: LostLease | LostJob): string {
  return "token" in work ? `${work.token} ${work.runId}` : `${work.tries} ${work.id}`
}
