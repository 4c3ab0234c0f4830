import type { RunHeader } from "../protocol/log/run.ts"
import type { EntryRow } from "./entry-row.ts"
import type { HeldLease } from "./lease.ts"
import type { Outlives } from "./outlives.ts"
import type { BlobSize, MissingPart, RunBlob } from "./run-store.ts"

/** What a store knows of a run besides its log. */
export type StoredRun = {
  readonly header: RunHeader
  readonly lease: HeldLease
  /** 0 while the log is empty. */
  readonly lastSeq: number
}

/** The claim that last locked a workspace. It counts only while that claim holds, so it needs no removal. */
export type WorkspaceLock = { readonly runId: string; readonly token: number }

/** Of `listRuns`; without a field there is no such restriction. */
export type RunFilter = { readonly workspace?: string; readonly limit?: number }

/** What `TableStore` needs of a storage: rows to find and to put, without any rule about them. */
export interface RunTables {
  /** All of `work` as one transaction that no other writer interrupts; when it throws, nothing of it is kept. */
  write<T>(work: () => T, outlives?: Outlives): T
  read<T>(work: () => T): T

  findRun(runId: string): StoredRun | undefined
  /** The number of a run's newest entry; `undefined` where there is no such run. */
  lastSeq(runId: string): number | undefined
  /** By `created_at`, newest first; of equals the one inserted last. */
  listRuns(filter: RunFilter): RunHeader[]
  insertRun(header: RunHeader): void
  /** Only `state`, `updated_at` and `archived` ever change. */
  updateHeader(header: RunHeader): void
  updateLease(runId: string, lease: HeldLease): void

  loadEntries(runId: string, afterSeq: number, limit?: number): EntryRow[]
  findEntry(runId: string, key: string): EntryRow | undefined
  /** See `RunStore`. */
  isQuiet?(runId: string, afterSeq: number): boolean
  insertEntry(runId: string, row: EntryRow): void

  /** Without effect where the run has a blob of this id. */
  insertBlob(runId: string, blob: RunBlob): void
  findBlob(runId: string, id: string): RunBlob | undefined
  /** Ordered by id. */
  listBlobs(runId: string, beginning: string): BlobSize[]
  /** With its log and its blobs. */
  deleteRun(runId: string): void

  findLock(workspace: string): WorkspaceLock | undefined
  putLock(workspace: string, lock: WorkspaceLock): void
  /** Of this run. */
  deleteLocks(runId: string): void

  sizes(): Map<string, number>
  compact(): void
  missing(): MissingPart[]

  close(): void
}
