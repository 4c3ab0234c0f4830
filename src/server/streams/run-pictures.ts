import { setImmediate } from "node:timers/promises"
import { loggedEvent } from "../../journal/journal.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { OwnLists } from "../../view/lists.ts"
import { EMPTY_PICTURE, foldPicture, pictureAfter, type RunPicture } from "../../view/picture.ts"

/** Entries that are read and folded before others are let in. */
const SLICE = 2000
/** Pictures are kept at every so many events, so that going back folds a part of the log and not all of it. */
const KEPT_EVERY = 5000
/** Runs whose folds are kept: those that were asked for last. */
const MAX_RUNS = 4

/** Hears how many entries have been read so far. */
type OnRead = (entries: number) => void

/** Pictures of long runs, folded once and brought up to date whenever somebody asks. */
export class RunPictures {
  readonly #store: RunStore
  readonly #runs = new Map<string, FoldedRun>()

  constructor(store: RunStore) {
    this.#store = store
  }

  /** The picture of all that is recorded. Throws `RunNotFoundError`. */
  async newest(runId: string, onRead: OnRead = () => {}): Promise<RunPicture> {
    return (await this.#fresh(runId, onRead)).show()
  }

  /** The picture after so many events; of more than there are, the newest. */
  async at(runId: string, position: number): Promise<RunPicture> {
    return (await this.#fresh(runId, () => {})).at(position)
  }

  /** The events that follow on so many. */
  async events(runId: string, position: number, limit: number): Promise<LoggedEvent[]> {
    return (await this.#fresh(runId, () => {})).events(position, limit)
  }

  async #fresh(runId: string, onRead: OnRead): Promise<FoldedRun> {
    const run = this.#runs.get(runId) ?? new FoldedRun(this.#store, runId)
    this.#runs.delete(runId)
    this.#runs.set(runId, run)
    const [oldest] = this.#runs.keys()
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest)
    try {
      await run.catchUp(onRead)
    } catch (error) {
      this.#runs.delete(runId)
      throw error
    }
    return run
  }
}

/** One run as far as it was read. */
class FoldedRun {
  readonly #store: RunStore
  readonly #runId: string
  readonly #kept: RunPicture[] = [EMPTY_PICTURE]
  /** The number of each event. */
  readonly #seqs: number[] = []
  readonly #listeners = new Set<OnRead>()
  #newest: RunPicture = EMPTY_PICTURE
  #lists = new OwnLists()
  #read = 0
  #reading: Promise<void> | undefined

  constructor(store: RunStore, runId: string) {
    this.#store = store
    this.#runId = runId
  }

  /** Once for all who ask at the same time. */
  async catchUp(onRead: OnRead): Promise<void> {
    this.#listeners.add(onRead)
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined
    })
    await this.#reading.finally(() => this.#listeners.delete(onRead))
  }

  /** What was shown stays as it is: from here on lists are copied first. */
  show(): RunPicture {
    this.#lists = new OwnLists()
    return this.#newest
  }

  /** Pictures are kept as somebody goes back: to keep one takes longer than to fold a hundred events. */
  async at(position: number): Promise<RunPicture> {
    if (position >= this.#seqs.length) return this.show()
    const number = Math.floor(position / KEPT_EVERY)
    for (let kept = this.#kept.length; kept <= number; kept = this.#kept.length) {
      const next = await this.#after(this.#kept[kept - 1], kept * KEPT_EVERY)
      // Who asked at the same time may have kept it.
      if (this.#kept.length === kept) this.#kept.push(next)
      await setImmediate()
    }
    return this.#after(this.#kept[number], position)
  }

  async #after(base: RunPicture = EMPTY_PICTURE, position: number): Promise<RunPicture> {
    return pictureAfter(base, await this.events(base.position, position - base.position))
  }

  async events(position: number, limit: number): Promise<LoggedEvent[]> {
    const [first, last] = [this.#seqs[position], this.#seqs[Math.min(position + limit, this.#seqs.length) - 1]]
    if (first === undefined || last === undefined || last < first) return []
    const entries = await this.#store.load(this.#runId, first - 1, last - first + 1)
    return entries.flatMap((entry) => loggedEvent(entry) ?? [])
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const entries = await this.#store.load(this.#runId, this.#read, SLICE)
      for (const entry of entries) this.#fold(loggedEvent(entry))
      this.#read = entries.at(-1)?.seq ?? this.#read
      for (const tell of this.#listeners) tell(this.#read)
      if (entries.length < SLICE) return
      await setImmediate()
    }
  }

  #fold(logged: LoggedEvent | undefined): void {
    if (!logged) return
    this.#newest = foldPicture(this.#lists, this.#newest, logged)
    this.#seqs.push(logged.seq)
  }
}
