import type { PackStore } from "../../journal/pack-store.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { StoreLockedError, StoreUnusableError } from "../../journal/store-error.ts"
import type { LiveEvent } from "../../protocol/event.ts"
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
  let failure: StoreUnusableError | undefined
  const lock = new Lock(patience)
  const wait: Wait = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failure) throw failure
    // It waits a little by itself.
    const stop = store.onLocked?.(() => lock.met())
    try {
      return await patiently(patience, lock, work)
    } catch (error) {
      if (error instanceof StoreUnusableError) failure = error
      throw error
    } finally {
      stop?.()
    }
  }
  return {
    createRun: (header, beginning) => wait(() => store.createRun(header, beginning)),
    findRun: (runId) => store.findRun(runId),
    listRuns: (filter) => store.listRuns(filter),
    load: (runId, afterSeq, limit) => wait(() => store.load(runId, afterSeq, limit)),
    lastSeq: (runId) => wait(() => store.lastSeq(runId)),
    append: (lease, entries, blobs) => wait(() => store.append(lease, entries, blobs)),
    saveBlob: (lease, blob) => wait(() => store.saveBlob(lease, blob)),
    loadBlob: (runId, id) => store.loadBlob(runId, id),
    listBlobs: (runId, beginning) => store.listBlobs(runId, beginning),
    signal: (runId, entry) => store.signal(runId, entry),
    claim: (runId, owner) => store.claim(runId, owner),
    isHeld: (runId) => store.isHeld(runId),
    renew: (lease) => wait(() => store.renew(lease)),
    release: async (lease) => {
      if (!(failure instanceof StoreLockedError)) await store.release(lease)
    },
    removeRun: (runId) => store.removeRun(runId),
    lockWorkspace: (lease, workspace) => wait(() => store.lockWorkspace(lease, workspace)),
    sizes: () => store.sizes(),
    compact: () => store.compact(),
    missing: () => store.missing(),
    ...(store.packs ? { packs: patientPacks(store.packs, wait) } : {}),
    isQuiet: (runId, afterSeq) => store.isQuiet?.(runId, afterSeq) ?? false,
    close: () => store.close(),
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
