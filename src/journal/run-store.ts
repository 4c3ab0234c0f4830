import type { DurableEvent } from "../protocol/log/event.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import type { PackStore } from "./pack-store.ts"

/**
 * What one entry of a run's log says. Events are facts for people; a step is an effect's recorded result;
 * an intent says that an effect is about to happen, so that a crash leaves a trace.
 */
export type LogRecord =
  | { readonly kind: "event"; readonly event: DurableEvent }
  | { readonly kind: "step"; readonly digest: string; readonly value: unknown }
  | { readonly kind: "intent"; readonly digest: string; readonly value: unknown }

/** A line of a log before the store has numbered it. */
export type NewEntry = { readonly key: string; readonly at: number; readonly record: LogRecord }

/** `seq` counts from 1 without gaps. `lease` is the token of the claim that wrote it; 0 for signals from outside. */
export type LogEntry = NewEntry & { readonly seq: number; readonly lease: number }

/** The right to write a run's log. A later claim has a higher token and shuts out every earlier one. */
export type Lease = { readonly runId: string; readonly token: number }

/** A file that a task made, kept beside the log. Its id says what it holds: one id never stands for two contents. */
export type RunBlob = { readonly id: string; readonly mime: string; readonly data: Uint8Array }

/** That there is such a file, and its bytes. */
export type BlobSize = { readonly id: string; readonly bytes: number }

/** Who claims: enough to tell whether the holder is still alive. */
export type Owner = { readonly host: string; readonly pid: number; readonly startedAt: string }

/** How a run begins: who holds it, what its log starts with, and the workspace that it alone may write in. */
export type Beginning = {
  readonly owner: Owner
  readonly entries: readonly NewEntry[]
  readonly workspace?: string | undefined
}

/** Looked at in the same transaction: a run may end in the moment in which somebody answers it. */
export type SignalCondition = { readonly unlessEnded?: boolean }

/** A run whose log ends before an entry that was written for good; `kept` is 0 where nothing of the run is left. */
export type MissingPart = { readonly runId: string; readonly kept: number; readonly written: number }

/**
 * Where logs live. Implementations must pass `testing/run-store-contract.ts`.
 *
 * - Keys are unique within a run. Appending a key again with an equal record is a no-op that returns the first entry;
 *   with another record it throws `KeyConflictError` and nothing of the call is written.
 * - `append` writes all of its entries or none, and resolves only once they would survive a crash of the process.
 * - A run has at most one live lease; `append` with a token that is not the newest throws `LeaseLostError`.
 */
export interface RunStore {
  /** The run with all of its beginning, or nothing of it. Throws `WorkspaceBusyError` as `lockWorkspace` does. */
  createRun(header: RunHeader, beginning: Beginning): Promise<Lease>
  findRun(runId: string): Promise<RunHeader | undefined>
  /** Newest first. */
  listRuns(filter?: { readonly workspace?: string; readonly limit?: number }): Promise<RunHeader[]>
  /** Entries with a `seq` above `afterSeq`, in order; the first `limit` of them. */
  load(runId: string, afterSeq?: number, limit?: number): Promise<LogEntry[]>
  /** The `seq` of the newest entry; 0 while there is none. */
  lastSeq(runId: string): Promise<number>
  /** `blobs` go along in the same transaction; see `saveBlob`. */
  append(lease: Lease, entries: readonly NewEntry[], blobs?: readonly RunBlob[]): Promise<LogEntry[]>
  /** Keeps a file of the run's as durably as an entry. An id that is there already is left as it is. */
  saveBlob(lease: Lease, blob: RunBlob): Promise<void>
  loadBlob(runId: string, id: string): Promise<Omit<RunBlob, "id"> | undefined>
  /** The files of a run whose ids begin so, ordered by id, without what is in them. */
  listBlobs(runId: string, beginning: string): Promise<BlobSize[]>
  /** An entry from outside the run: cancel, answers. Needs no lease. `unlessEnded`: throws `RunEndedError` for a run that has ended. */
  signal(runId: string, entry: NewEntry, when?: SignalCondition): Promise<LogEntry>
  /** Throws `RunBusyError` while another live owner holds the run. A dead owner's lease is taken over at once. */
  claim(runId: string, owner: Owner): Promise<Lease>
  /** Whether a live owner holds the run: a look that changes nothing, and may be old news at once. */
  isHeld(runId: string): Promise<boolean>
  /** Keeps the lease alive; throws `LeaseLostError` when it is gone. */
  renew(lease: Lease): Promise<void>
  /** Gives the lease and its workspace lock back. Without effect when it is lost already. */
  release(lease: Lease): Promise<void>
  /** Removes a run with its log and its files. Throws `RunBusyError` while a live owner holds it. */
  removeRun(runId: string): Promise<void>
  /** One writing run per workspace: throws `WorkspaceBusyError` while another run's live lease holds it. */
  lockWorkspace(lease: Lease, workspace: string): Promise<void>
  /** Bytes of each run that has an entry or a file, by its id. */
  sizes(): Promise<ReadonlyMap<string, number>>
  /** Gives back the space of what was removed, and forgets what is missing. */
  compact(): Promise<void>
  /** What was cut off, emptied or rolled back from outside. */
  missing(): Promise<MissingPart[]>
  /** Where folders are kept that move; stores of one machine have none. */
  readonly packs?: PackStore | undefined
  /**
   * Whether it is known, without a look, that nothing follows this number. Who follows a run may ask before each look; it is true for a
   * second at most, since whoever dies writes nothing.
   */
  isQuiet?(runId: string, afterSeq: number): boolean
  /** Tells each time that somebody else's lock is in the way, until it is told to stop. */
  onLocked?(listener: () => void): () => void
  close(): Promise<void>
}
