import type { PostgresStore } from "../journal/postgres/postgres-store.ts"
import { WORKER_MARK } from "../journal/postgres/presence.ts"
import { StoreLockedError } from "../journal/store-error.ts"
import { Reaper } from "./reaper.ts"
import type { RunJob, RunQueue } from "./run-queue.ts"

/** What became of a run that a worker had: nothing is left to do here, somebody is in the way, or it was given back. */
export type Parting = "settled" | "in the way" | "given back"

/** A run under way in a worker. */
export type Carrying = {
  readonly carried: Promise<Parting>
  /** Stops where nothing is under way whose outcome would be unknown; `carried` says so. */
  giveBack(): void
}

/** What a worker needs of whoever can carry runs out. */
export type WorkerParts = {
  readonly store: PostgresStore
  readonly queue: RunQueue
  /** At most so many runs at once. */
  readonly concurrency: number
  /** Whether there is memory for one more. */
  readonly hasRoom: () => boolean
  readonly carryOut: (runId: string) => Promise<Carrying | Parting>
  /** Ends a run that can't be carried out, so that it has its summary. */
  readonly giveUp: (runId: string, reason: string) => Promise<void>
  readonly onTaken: (runId: string, held: number) => void
  readonly onLeft: (runId: string, how: Parting | Error) => void
  /** A run was taken from a process that is gone or frozen. */
  readonly onFailover?: (runId: string) => void
  readonly onFault: (error: unknown) => void
}

/** Jobs are told; what was not heard, and what becomes due, is found so. */
const LOOK_MS = 2000
const MOST_A_FETCH = 4
/** So often a run may fail to be carried out at all; so often its worker may be lost. */
const MOST_ERRORS = 5
const MOST_LOST = 100
const IN_THE_WAY_S = 1
const AFTER_ERROR_S = 2

/** Fetches runs and carries them out, until it is closed. */
export class Worker {
  readonly #parts: WorkerParts
  readonly #held = new Map<string, Carrying | undefined>()
  readonly #works = new Set<Promise<void>>()
  readonly #reaper: Reaper
  readonly #timer: NodeJS.Timeout
  readonly #stopListening: () => void
  #fetching: Promise<void> | undefined
  #isWoken = false
  #isClosing = false

  constructor(parts: WorkerParts) {
    this.#parts = parts
    const { store, queue, onFault, onFailover = () => {} } = parts
    this.#reaper = new Reaper(store, queue, { onFault, onTaken: onFailover })
    store.news.presence.markAs(WORKER_MARK)
    // Without the news it looks once a second.
    void store.news.presence.ready().catch(() => {})
    this.#stopListening = store.news.onGrown(() => this.#wake())
    this.#timer = setInterval(() => this.#wake(), LOOK_MS)
    this.#wake()
  }

  /** The runs that are under way here. */
  get held(): readonly string[] {
    return [...this.#held.keys()]
  }

  /** Takes no more, gives back what it has, and settles when that is done. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    this.#stopListening()
    await this.#fetching
    for (const carrying of this.#held.values()) carrying?.giveBack()
    await Promise.all(this.#works)
    await this.#reaper.close()
  }

  #wake(): void {
    this.#isWoken = true
    this.#fetching ??= this.#fetchAll()
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#fetching = undefined
      })
  }

  async #fetchAll(): Promise<void> {
    while (this.#isWoken && !this.#isClosing) {
      this.#isWoken = false
      const { queue, concurrency, hasRoom } = this.#parts
      const free = Math.min(MOST_A_FETCH, concurrency - this.#held.size)
      if (free <= 0 || !hasRoom()) return
      const jobs = await queue.fetch(free)
      if (jobs.length === free) this.#isWoken = true
      for (const job of jobs) this.#take(job)
    }
  }

  #take(job: RunJob): void {
    this.#held.set(job.runId, undefined)
    const work = this.#carry(job)
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#held.delete(job.runId)
        this.#works.delete(work)
        if (!this.#isClosing) this.#wake()
      })
    this.#works.add(work)
  }

  async #carry(job: RunJob): Promise<void> {
    const { queue, onLeft } = this.#parts
    const carried = await this.#carryOut(job).catch((error: unknown) => wrong(error))
    onLeft(job.runId, carried)
    await this.#untilWritten(job, async () => {
      if (carried instanceof Error) await this.#failed(job, carried)
      else if (carried === "settled") await queue.settle(job)
      else if (carried === "in the way") await queue.putBack(job, { afterSeconds: IN_THE_WAY_S, isInTheWay: true })
      else await queue.putBack(job)
    })
  }

  /** What is to become of a job must be said, however long the database is away; else everybody would believe that it is under way here. */
  async #untilWritten(job: RunJob, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreLockedError) || this.#isClosing) {
          this.#parts.queue.abandon(job)
          throw error
        }
      }
    }
  }

  async #carryOut(job: RunJob): Promise<Parting> {
    const { carryOut, giveUp, onTaken } = this.#parts
    if (job.tries >= MOST_LOST) {
      await giveUp(job.runId, `${job.tries} workers were lost with it`)
      return "settled"
    }
    const carrying = await carryOut(job.runId)
    if (typeof carrying === "string") return carrying
    this.#held.set(job.runId, carrying)
    onTaken(job.runId, this.#held.size)
    if (this.#isClosing) carrying.giveBack()
    return carrying.carried
  }

  /** Another worker may have what this one lacks; if nobody has, the run ends and says why. */
  async #failed(job: RunJob, error: Error): Promise<void> {
    const { queue, giveUp } = this.#parts
    // A database that is away says nothing about the run.
    const errors = job.errors + (error instanceof StoreLockedError ? 0 : 1)
    if (errors < MOST_ERRORS) return queue.putBack(job, { afterSeconds: AFTER_ERROR_S, errors })
    await giveUp(job.runId, `no worker could carry it out: ${error.message}`)
    await queue.settle(job)
  }

  #tell(error: unknown): void {
    if (!(error instanceof StoreLockedError)) this.#parts.onFault(error)
  }
}

function wrong(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
