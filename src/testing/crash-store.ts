import type { RunStore } from "../journal/run-store.ts"

/** What a crashed store throws from then on. */
export class SimulatedCrash extends Error {
  constructor() {
    super("The process crashed here (simulated).")
    this.name = "SimulatedCrash"
  }
}

/** `writes`: how often it was asked to write so far. */
export type CrashStore = RunStore & { readonly hasCrashed: boolean; readonly writes: number }

/**
 * A store whose process dies right before it writes for the nth time: nothing of that write is kept, and nothing works after
 * it, not even giving the lease back. Go on with the `store` underneath, as another process would.
 */
export function crashStore(store: RunStore, beforeWrite: number): CrashStore {
  let writes = 0
  let hasCrashed = false
  const alive = <T>(work: () => Promise<T>): Promise<T> => (hasCrashed ? Promise.reject(new SimulatedCrash()) : work())
  const written = <T>(work: () => Promise<T>): Promise<T> => {
    writes += 1
    if (writes === beforeWrite) hasCrashed = true
    return alive(work)
  }
  return {
    get hasCrashed() {
      return hasCrashed
    },
    get writes() {
      return writes
    },
    append: (lease, entries, blobs) => {
      const work = () => store.append(lease, entries, blobs)
      // Files alone are written when there is time for it; a crash between two entries is what counts.
      return entries.length === 0 ? alive(work) : written(work)
    },
    createRun: (header, beginning) => written(() => store.createRun(header, beginning)),
    findRun: (runId) => alive(() => store.findRun(runId)),
    listRuns: (filter) => alive(() => store.listRuns(filter)),
    load: (runId, afterSeq, limit) => alive(() => store.load(runId, afterSeq, limit)),
    lastSeq: (runId) => alive(() => store.lastSeq(runId)),
    saveBlob: (lease, blob) => alive(() => store.saveBlob(lease, blob)),
    loadBlob: (runId, id) => alive(() => store.loadBlob(runId, id)),
    listBlobs: (runId, beginning) => alive(() => store.listBlobs(runId, beginning)),
    signal: (runId, entry, when) => alive(() => store.signal(runId, entry, when)),
    claim: (runId, owner) => alive(() => store.claim(runId, owner)),
    isHeld: (runId) => alive(() => store.isHeld(runId)),
    renew: (lease) => alive(() => store.renew(lease)),
    release: (lease) => alive(() => store.release(lease)),
    removeRun: (runId) => alive(() => store.removeRun(runId)),
    lockWorkspace: (lease, workspace) => alive(() => store.lockWorkspace(lease, workspace)),
    sizes: () => alive(() => store.sizes()),
    compact: () => alive(() => store.compact()),
    missing: () => alive(() => store.missing()),
    close: () => Promise.resolve(),
  }
}
