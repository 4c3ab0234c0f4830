import type { RunHeader } from "../protocol/log/run.ts"
import type { EntryRow } from "./entry-row.ts"
import { type HeldLease, NEVER_CLAIMED } from "./lease.ts"
import type { BlobSize, RunBlob } from "./run-store.ts"
import type { RunFilter, RunTables, StoredRun, WorkspaceLock } from "./run-tables.ts"
import { type StoreOptions, TableStore } from "./table-store.ts"

/** Keeps runs as long as the process lives; for tests and for runs that nobody wants to resume. */
export class MemoryStore extends TableStore {
  constructor(options: StoreOptions = {}) {
    super(new MemoryTables(), options)
  }
}

type MemoryRun = Omit<StoredRun, "lastSeq"> & {
  readonly rows: EntryRow[]
  readonly byKey: Map<string, EntryRow>
  readonly blobs: Map<string, RunBlob>
}

class MemoryTables implements RunTables {
  readonly #runs = new Map<string, MemoryRun>()
  readonly #locks = new Map<string, WorkspaceLock>()

  /** Needs no rollback: nothing interrupts synchronous code, and `TableStore` puts rows only after its last refusal. */
  write<T>(work: () => T): T {
    return work()
  }

  read<T>(work: () => T): T {
    return work()
  }

  findRun(runId: string): StoredRun | undefined {
    const run = this.#runs.get(runId)
    return run && { header: { ...run.header }, lease: run.lease, lastSeq: run.rows.length }
  }

  lastSeq(runId: string): number | undefined {
    return this.#runs.get(runId)?.rows.length
  }

  listRuns({ workspace, limit }: RunFilter): RunHeader[] {
    return [...this.#runs.values()]
      .map((run) => ({ ...run.header }))
      .filter((header) => workspace === undefined || header.workspace === workspace)
      .reverse()
      .sort((left, right) => right.created_at - left.created_at)
      .slice(0, limit)
  }

  insertRun(header: RunHeader): void {
    const empty = { rows: [], byKey: new Map(), blobs: new Map() }
    this.#runs.set(header.id, { header: { ...header }, lease: NEVER_CLAIMED, ...empty })
  }

  updateHeader(header: RunHeader): void {
    this.#update(header.id, { header })
  }

  updateLease(runId: string, lease: HeldLease): void {
    this.#update(runId, { lease })
  }

  deleteRun(runId: string): void {
    this.#runs.delete(runId)
    for (const [workspace, lock] of this.#locks) if (lock.runId === runId) this.#locks.delete(workspace)
  }

  loadEntries(runId: string, afterSeq: number, limit = Number.POSITIVE_INFINITY): EntryRow[] {
    const first = Math.max(0, afterSeq)
    return this.#runs.get(runId)?.rows.slice(first, first + limit) ?? []
  }

  findEntry(runId: string, key: string): EntryRow | undefined {
    return this.#runs.get(runId)?.byKey.get(key)
  }

  insertEntry(runId: string, row: EntryRow): void {
    const run = this.#runs.get(runId)
    run?.rows.push(row)
    run?.byKey.set(row.key, row)
  }

  insertBlob(runId: string, blob: RunBlob): void {
    const blobs = this.#runs.get(runId)?.blobs
    // A copy: what the caller does with its bytes later must not reach what is kept.
    if (blobs && !blobs.has(blob.id)) blobs.set(blob.id, { ...blob, data: Uint8Array.from(blob.data) })
  }

  findBlob(runId: string, id: string): RunBlob | undefined {
    const blob = this.#runs.get(runId)?.blobs.get(id)
    return blob && { ...blob, data: Uint8Array.from(blob.data) }
  }

  listBlobs(runId: string, beginning: string): BlobSize[] {
    const blobs = [...(this.#runs.get(runId)?.blobs.values() ?? [])].filter(({ id }) => id.startsWith(beginning))
    const sizes = blobs.map(({ id, data }) => ({ id, bytes: data.length }))
    return sizes.sort((left, right) => (left.id < right.id ? -1 : 1))
  }

  findLock(workspace: string): WorkspaceLock | undefined {
    return this.#locks.get(workspace)
  }

  putLock(workspace: string, lock: WorkspaceLock): void {
    this.#locks.set(workspace, { runId: lock.runId, token: lock.token })
  }

  deleteLocks(runId: string): void {
    for (const [workspace, lock] of this.#locks) if (lock.runId === runId) this.#locks.delete(workspace)
  }

  sizes(): Map<string, number> {
    const runs = [...this.#runs.values()].filter(({ rows, blobs }) => rows.length + blobs.size > 0)
    return new Map(
      runs.map(({ header, rows, blobs }) => [
        header.id,
        rows.reduce((sum, { body }) => sum + body.length, 0) +
          [...blobs.values()].reduce((sum, { data }) => sum + data.length, 0),
      ]),
    )
  }

  compact(): void {}

  /** Nobody else has it in hands. */
  missing(): [] {
    return []
  }

  close(): void {}

  #update(runId: string, change: Partial<Pick<StoredRun, "header" | "lease">>): void {
    const run = this.#runs.get(runId)
    if (run) this.#runs.set(runId, { ...run, ...change })
  }
}
