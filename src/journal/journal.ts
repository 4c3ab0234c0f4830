import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import { KeelsonError } from "../protocol/log/keelson-error.ts"
import type { BlobSize, Lease, LogEntry, LogRecord, NewEntry, RunBlob, RunStore } from "./run-store.ts"
import { isSameJson } from "./stable-json.ts"
import type { Guard, StepKey } from "./step-key.ts"
import { LeaseLostError, StoreUnusableError } from "./store-error.ts"

/** An entry before the store numbers it. */
export type EntryDraft = { readonly key: string; readonly record: LogRecord }

/** What an effect came to, and what else belongs into the same transaction. */
export type Effect<T> = { readonly value: T; readonly with?: readonly EntryDraft[] }

/** Code and log disagree about what was asked under a key. */
export class ReplayMismatchError extends KeelsonError {
  override name = "ReplayMismatchError"
  readonly key: string
  constructor(key: string, what: string) {
    super(
      "replay_mismatch",
      "fault",
      `The log has another record under "${key}" than the run now asks for (${what}). The code or its input changed since.`,
    )
    this.key = key
  }
}

export type EntryListener = (entry: LogEntry) => void

/**
 * The log of one run, as its runner sees it.
 *
 * J1 A key is written once; asking for it again returns what was recorded.
 * J2 Listeners see entries in `seq` order, those of other processes among them.
 * J3 Writes go to the store one after another, so that what one branch sees was durable before.
 */
export class Journal {
  readonly #store: RunStore
  readonly #lease: Lease
  readonly #now: () => number
  readonly #entries: LogEntry[] = []
  readonly #byKey = new Map<string, LogEntry>()
  readonly #running = new Set<string>()
  readonly #listeners = new Set<EntryListener>()
  readonly #unwritten: NewEntry[] = []
  #later: EntryDraft[] = []
  #laterBlobs: RunBlob[] = []
  #tail: Promise<unknown> = Promise.resolve()

  private constructor(store: RunStore, lease: Lease, now: () => number) {
    this.#store = store
    this.#lease = lease
    this.#now = now
  }

  static async open(store: RunStore, lease: Lease, now: () => number = Date.now): Promise<Journal> {
    const journal = new Journal(store, lease, now)
    await journal.sync()
    return journal
  }

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  /** What the store could not take, numbered as it would have been. */
  get unwritten(): LogEntry[] {
    const lost = new Map(this.#unwritten.map((entry) => [entry.key, entry]))
    const entries = [...lost.values()].filter(({ key }) => !this.#byKey.has(key))
    return entries.map((entry, index) => ({ ...entry, seq: this.#lastSeq() + index + 1, lease: this.lease }))
  }

  /** The token that this process writes with. */
  get lease(): number {
    return this.#lease.token
  }

  now(): number {
    return this.#now()
  }

  find(key: string): LogEntry | undefined {
    return this.#byKey.get(key)
  }

  events(): LoggedEvent[] {
    return this.#entries.flatMap((entry) => loggedEvent(entry) ?? [])
  }

  /** The listener first hears what is there already. */
  subscribe(listener: EntryListener): () => void {
    for (const entry of this.#entries) listener(entry)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs `effect` once per run: the first result is recorded, later attempts return it. */
  async step<T>(place: StepKey<T>, effect: () => Promise<Effect<T>>): Promise<T> {
    const { key, digest } = place
    const found = this.#byKey.get(key)
    if (found) return recordedValue(found, place)
    if (this.#running.has(key)) throw new Error(`Step "${key}" ran twice at once; keys must be unique within a run.`)
    this.#running.add(key)
    try {
      await this.flush()
      const { value, with: more = [] } = await effect()
      await this.write([{ key, record: { kind: "step", digest, value } }, ...more])
      return value
    } finally {
      this.#running.delete(key)
    }
  }

  /** What follows from what is recorded: the first value stands. It goes along with whatever is written next. */
  decide<T>(place: StepKey<T>, rule: () => T): T {
    const { key, digest } = place
    const known = this.#byKey.get(key) ?? this.#later.find((draft) => draft.key === key)
    if (known) return recordedValue(known, place)
    const value = rule()
    this.writeLater([{ key, record: { kind: "step", digest, value } }])
    return value
  }

  /** The value of a step or an intent, whatever it was asked for; `undefined` where none is recorded. */
  valueOf<T>(key: string, is: Guard<T>): T | undefined {
    const record = this.#byKey.get(key)?.record
    return record && record.kind !== "event" ? checked(key, record.value, is) : undefined
  }

  /** Logs a fact; the same fact again is no news, another one under its key is a mismatch. */
  async record(key: string, event: DurableEvent): Promise<void> {
    await this.write([{ key, record: { kind: "event", event } }])
  }

  /** Writes all drafts in one transaction; those that are there already are compared and left alone. */
  async write(drafts: readonly EntryDraft[]): Promise<void> {
    const fresh = drafts.filter((draft) => !this.#holds(draft))
    if (fresh.length > 0) await this.#append(fresh)
  }

  /**
   * Facts that a resumed run tells again anyway: they go along with whatever is written next, and at the latest before the next
   * effect. Until then nobody sees them.
   */
  writeLater(drafts: readonly EntryDraft[]): void {
    this.#later.push(...drafts.filter((draft) => !this.#holds(draft)))
  }

  /** Writes what was left for later. */
  async flush(): Promise<void> {
    if (this.#later.length + this.#laterBlobs.length > 0) await this.#append([])
  }

  async #append(drafts: readonly EntryDraft[]): Promise<void> {
    const at = this.#now()
    const [later, blobs] = [this.#later, this.#laterBlobs]
    this.#later = []
    this.#laterBlobs = []
    await this.#inTurn(async () => {
      const entries = [...later, ...drafts].map((draft) => ({ ...draft, at }))
      try {
        await this.#take(await this.#store.append(this.#lease, entries, blobs))
      } catch (error) {
        // What was refused may have been the other drafts' fault.
        this.#later.unshift(...later)
        this.#laterBlobs.unshift(...blobs)
        if (error instanceof StoreUnusableError) this.#unwritten.push(...entries)
        throw error
      }
    })
  }

  /** Keeps a file that a task made; to be called before the entry that names it is written. */
  async saveBlob(blob: RunBlob): Promise<void> {
    await this.#inTurn(() => this.#store.saveBlob(this.#lease, blob))
  }

  /** Keeps a file that nothing names, along with whatever is written next. */
  saveBlobLater(blob: RunBlob): void {
    this.#laterBlobs.push(blob)
  }

  async loadBlob(id: string): Promise<Omit<RunBlob, "id"> | undefined> {
    return this.#store.loadBlob(this.#lease.runId, id)
  }

  listBlobs(beginning: string): Promise<BlobSize[]> {
    return this.#store.listBlobs(this.#lease.runId, beginning)
  }

  /** Takes in what other processes appended: answers, a cancellation. */
  async sync(): Promise<void> {
    await this.#inTurn(async () => this.#take(await this.#store.load(this.#lease.runId, this.#lastSeq())))
  }

  /** The same, unless the store knows already that there is nothing. */
  async syncIfGrown(): Promise<void> {
    if (!this.#store.isQuiet?.(this.#lease.runId, this.#lastSeq())) await this.sync()
  }

  /** What the newest other runs in a workspace recorded, oldest first: for what they learnt, never for what happened in this one. */
  async others(workspace: string, most: number): Promise<LogEntry[]> {
    const runs = await this.#store.listRuns({ workspace, limit: most + 1 })
    const ids = runs.map(({ id }) => id).filter((id) => id !== this.#lease.runId)
    const logs = await Promise.all(ids.slice(0, most).map((id) => this.#store.load(id)))
    return logs.toReversed().flat()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work)
    this.#tail = result.catch(() => undefined)
    return result
  }

  #holds(draft: EntryDraft): boolean {
    const found = this.#byKey.get(draft.key)
    if (!found) return false
    if (!isSameJson(found.record, draft.record)) throw new ReplayMismatchError(draft.key, draft.record.kind)
    return true
  }

  #lastSeq(): number {
    return this.#entries.at(-1)?.seq ?? 0
  }

  async #take(written: readonly LogEntry[]): Promise<void> {
    const missed = (written[0]?.seq ?? 0) > this.#lastSeq() + 1
    const next = missed ? await this.#store.load(this.#lease.runId, this.#lastSeq()) : written
    for (const entry of next) {
      if (entry.seq <= this.#lastSeq()) continue
      // Whoever slept through its lease finds a log that has gone on: that is no mismatch, and nothing of it is ours.
      if (entry.lease > this.#lease.token) throw new LeaseLostError(this.#lease.runId)
      this.#entries.push(entry)
      this.#byKey.set(entry.key, entry)
      for (const listener of this.#listeners) listener(entry)
    }
  }
}

/** The event of an entry as surfaces see it; `undefined` for steps and intents. */
export function loggedEvent(entry: LogEntry): LoggedEvent | undefined {
  if (entry.record.kind !== "event") return undefined
  return { seq: entry.seq, key: entry.key, at: entry.at, event: entry.record.event }
}

function recordedValue<T>({ record }: EntryDraft, { key, digest, is }: StepKey<T>): T {
  if (record.kind !== "step") throw new ReplayMismatchError(key, `a step, found an ${record.kind}`)
  if (record.digest !== digest) throw new ReplayMismatchError(key, "another question")
  return checked(key, record.value, is)
}

function checked<T>(key: string, value: unknown, is: Guard<T>): T {
  if (!is(value)) throw new ReplayMismatchError(key, "a value of another shape")
  return value
}
