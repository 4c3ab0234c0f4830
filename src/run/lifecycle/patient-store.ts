import type { PackStore } from "../../journal/pack-store.ts"
import type {
  Beginning,
  BlobSize,
  Lease,
  LogEntry,
  MissingPart,
  NewEntry,
  Owner,
  RunBlob,
  RunStore,
  SignalCondition,
} from "../../journal/run-store.ts"
import type { RunFilter } from "../../journal/run-tables.ts"
import { StoreLockedError, StoreUnusableError } from "../../journal/store-error.ts"
import type { LiveEvent } from "../../protocol/log/event.ts"
import type { RunHeader } from "../../protocol/log/run.ts"
import { type Clock, pause } from "../../tools/clock.ts"

/** `signal`: the run has no time left, or nobody wants it any more. */
export type Patience = {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly tell: (event: LiveEvent) => void
}

/** How long a lock may last before somebody is told. */
const SAID_AFTER_MS = 800
const PAUSE_MS = 200

/**
 * The same store for a run that writes: a lock is waited for as long as the run has time, and not in silence. What has failed for good
 * is not tried again, so that the log is a beginning of what happened, and its end is not waited for many times.
 */
export function patientStore(store: RunStore, patience: Patience): RunStore {
  return new PatientStore(store, patience)
}

/** A class, because each live run has one. */
class PatientStore implements RunStore {
  readonly #store: RunStore
  readonly #patience: Patience
  readonly #lock: Lock
  #failure: StoreUnusableError | undefined

  constructor(store: RunStore, patience: Patience) {
    this.#store = store
    this.#patience = patience
    this.#lock = new Lock(patience)
  }

  get packs(): PackStore | undefined {
    const { packs } = this.#store
    return packs && patientPacks(packs, (work) => this.#wait(work))
  }

  createRun(header: RunHeader, beginning: Beginning): Promise<Lease> {
    return this.#wait(() => this.#store.createRun(header, beginning))
  }

  findRun(runId: string): Promise<RunHeader | undefined> {
    return this.#store.findRun(runId)
  }

  listRuns(filter?: RunFilter): Promise<RunHeader[]> {
    return this.#store.listRuns(filter)
  }

  load(runId: string, afterSeq?: number, limit?: number): Promise<LogEntry[]> {
    return this.#wait(() => this.#store.load(runId, afterSeq, limit))
  }

  lastSeq(runId: string): Promise<number> {
    return this.#wait(() => this.#store.lastSeq(runId))
  }

  append(lease: Lease, entries: readonly NewEntry[], blobs?: readonly RunBlob[]): Promise<LogEntry[]> {
    return this.#wait(() => this.#store.append(lease, entries, blobs))
  }

  saveBlob(lease: Lease, blob: RunBlob): Promise<void> {
    return this.#wait(() => this.#store.saveBlob(lease, blob))
  }

  loadBlob(runId: string, id: string): Promise<Omit<RunBlob, "id"> | undefined> {
    return this.#store.loadBlob(runId, id)
  }

  listBlobs(runId: string, beginning: string): Promise<BlobSize[]> {
    return this.#store.listBlobs(runId, beginning)
  }

  signal(runId: string, entry: NewEntry, when?: SignalCondition): Promise<LogEntry> {
    return this.#store.signal(runId, entry, when)
  }

  claim(runId: string, owner: Owner): Promise<Lease> {
    return this.#store.claim(runId, owner)
  }

  isHeld(runId: string): Promise<boolean> {
    return this.#store.isHeld(runId)
  }

  renew(lease: Lease): Promise<void> {
    return this.#wait(() => this.#store.renew(lease))
  }

  async release(lease: Lease): Promise<void> {
    if (!(this.#failure instanceof StoreLockedError)) await this.#store.release(lease)
  }

  removeRun(runId: string): Promise<void> {
    return this.#store.removeRun(runId)
  }

  lockWorkspace(lease: Lease, workspace: string): Promise<void> {
    return this.#wait(() => this.#store.lockWorkspace(lease, workspace))
  }

  sizes(): Promise<ReadonlyMap<string, number>> {
    return this.#store.sizes()
  }

  compact(): Promise<void> {
    return this.#store.compact()
  }

  missing(): Promise<MissingPart[]> {
    return this.#store.missing()
  }

  isQuiet(runId: string, afterSeq: number): boolean {
    return this.#store.isQuiet?.(runId, afterSeq) ?? false
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #wait<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failure) throw this.#failure
    // It waits a little by itself.
    const stop = this.#store.onLocked?.(() => this.#lock.met())
    try {
      return await patiently(this.#patience, this.#lock, work)
    } catch (error) {
      if (error instanceof StoreUnusableError) this.#failure = error
      throw error
    } finally {
      stop?.()
    }
  }
}

type Wait = <T>(work: () => Promise<T>) => Promise<T>

function patientPacks(packs: PackStore, wait: Wait): PackStore {
  return {
    findFolder: (runId) => wait(() => packs.findFolder(runId)),
    keepFolder: (lease, trees, pack) => wait(() => packs.keepFolder(lease, trees, pack)),
    loadPack: (runId, number) => packs.loadPack(runId, number),
  }
}

async function patiently<T>({ clock, signal }: Patience, lock: Lock, work: () => Promise<T>): Promise<T> {
  try {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreLockedError)) throw error
        lock.met()
        if (signal.aborted) throw error
        await pause(clock, PAUSE_MS, signal)
      }
    }
  } finally {
    lock.gone()
  }
}

/** A lock that is in the way; told once it has been for a while, and when it is gone. */
class Lock {
  readonly #clock: Clock
  readonly #tell: Patience["tell"]
  #since: number | undefined
  #isTold = false

  constructor({ clock, tell }: Patience) {
    this.#clock = clock
    this.#tell = tell
  }

  met(): void {
    this.#since ??= this.#clock.now()
    if (this.#isTold || this.#clock.now() - this.#since < SAID_AFTER_MS) return
    this.#isTold = true
    this.#tell({ type: "engine.busy", with: "store" })
  }

  gone(): void {
    if (this.#isTold) this.#tell({ type: "engine.busy", with: "store", over: true })
    this.#isTold = false
    this.#since = undefined
  }
}
