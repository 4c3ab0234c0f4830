import { setImmediate } from "node:timers/promises"
import { isEnd } from "../protocol/log/outcome.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import { fromRow } from "./entry-row.ts"
import { claimLease, freeLease, holds, isLive, NEVER_CLAIMED, renewLease, requireLease } from "./lease.ts"
import { logEntries } from "./log-entries.ts"
import { mustOutlive, type Outlives } from "./outlives.ts"
import { describeOwner } from "./owner.ts"
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
} from "./run-store.ts"
import type { RunFilter, RunTables, StoredRun } from "./run-tables.ts"
import type { Write } from "./shared-writes.ts"
import { RunBusyError, RunEndedError, RunExistsError, RunNotFoundError, WorkspaceBusyError } from "./store-error.ts"
import { unlocked } from "./unlocked.ts"

/** `now` is the clock that leases run by, in milliseconds. */
export type StoreOptions = { readonly now?: () => number }

/**
 * The rules of a `RunStore`, once for every storage that answers synchronously.
 *
 * A power cut ends every process, and with them every lease; so only intents, and what somebody said from outside, must outlive
 * one. All that was written before them does so too.
 *
 * Each write decides first and puts rows last, so that a refusal leaves even a storage without rollback untouched.
 */
export class TableStore implements RunStore {
  readonly #tables: RunTables
  readonly #now: () => number
  readonly #commit: Write
  readonly #waiting = new Set<() => void>()
  readonly #tellLocked = () => {
    for (const tell of this.#waiting) tell()
  }

  constructor(
    tables: RunTables,
    options: StoreOptions = {},
    commit: Write = async (_runId, ...write) => tables.write(...write),
  ) {
    this.#tables = tables
    this.#now = options.now ?? Date.now
    this.#commit = commit
  }

  async createRun(header: RunHeader, { owner, entries, workspace }: Beginning): Promise<Lease> {
    const { id } = header
    return this.#write(id, () => {
      if (this.#tables.findRun(id)) throw new RunExistsError(id)
      if (workspace !== undefined) this.#evict(id, workspace)
      const held = claimLease(id, NEVER_CLAIMED, { owner, now: this.#now() })
      const lease = { runId: id, token: held.token }
      this.#tables.insertRun(header)
      this.#tables.updateLease(id, held)
      logEntries(this.#tables, { header, lease: held, lastSeq: 0 }, entries, held.token)
      if (workspace !== undefined) this.#tables.putLock(workspace, lease)
      return lease
    })
  }

  async findRun(runId: string): Promise<RunHeader | undefined> {
    return this.#read(() => this.#tables.findRun(runId)?.header)
  }

  async listRuns(filter: RunFilter = {}): Promise<RunHeader[]> {
    return this.#read(() => this.#tables.listRuns(filter))
  }

  async load(runId: string, afterSeq = 0, limit?: number): Promise<LogEntry[]> {
    const rows = await this.#read(() => {
      this.#requireRun(runId)
      return this.#tables.loadEntries(runId, afterSeq, limit)
    })
    return rows.map(fromRow)
  }

  async lastSeq(runId: string): Promise<number> {
    const last = await this.#read(() => this.#tables.lastSeq(runId))
    if (last === undefined) throw new RunNotFoundError(runId)
    return last
  }

  isQuiet(runId: string, afterSeq: number): boolean {
    return this.#tables.isQuiet?.(runId, afterSeq) ?? false
  }

  async append(lease: Lease, entries: readonly NewEntry[], blobs: readonly RunBlob[] = []): Promise<LogEntry[]> {
    const work = () => {
      const logged = logEntries(this.#tables, this.#requireHeld(lease), entries, lease.token)
      for (const blob of blobs) this.#tables.insertBlob(lease.runId, blob)
      return logged
    }
    return this.#write(lease.runId, work, mustOutlive(entries))
  }

  async saveBlob(lease: Lease, blob: RunBlob): Promise<void> {
    await this.#writeSoon(lease.runId, () => {
      this.#requireHeld(lease)
      this.#tables.insertBlob(lease.runId, blob)
    })
  }

  async loadBlob(runId: string, id: string): Promise<Omit<RunBlob, "id"> | undefined> {
    const blob = await this.#read(() => {
      this.#requireRun(runId)
      return this.#tables.findBlob(runId, id)
    })
    return blob && { mime: blob.mime, data: blob.data }
  }

  async listBlobs(runId: string, beginning: string): Promise<BlobSize[]> {
    return this.#read(() => {
      this.#requireRun(runId)
      return this.#tables.listBlobs(runId, beginning)
    })
  }

  async signal(runId: string, entry: NewEntry, { unlessEnded = false }: SignalCondition = {}): Promise<LogEntry> {
    return this.#write(runId, () => {
      const run = this.#requireRun(runId)
      // What is in the log already was in time; saying it again changes nothing.
      const isTooLate = unlessEnded && isEnd(run.header.state) && !this.#tables.findEntry(runId, entry.key)
      if (isTooLate) throw new RunEndedError(runId, run.header.state)
      const [logged] = logEntries(this.#tables, run, [entry], 0)
      return logged as LogEntry
    })
  }

  async claim(runId: string, owner: Owner): Promise<Lease> {
    return this.#writeSoon(runId, () => {
      const run = this.#requireRun(runId)
      const lease = claimLease(runId, run.lease, { owner, now: this.#now() })
      this.#tables.updateLease(runId, lease)
      return { runId, token: lease.token }
    })
  }

  async isHeld(runId: string): Promise<boolean> {
    return this.#read(() => isLive(this.#requireRun(runId).lease, this.#now()))
  }

  async renew(lease: Lease): Promise<void> {
    await this.#writeSoon(lease.runId, () => {
      const run = this.#requireHeld(lease)
      this.#tables.updateLease(lease.runId, renewLease(run.lease, this.#now()))
    })
  }

  async release(lease: Lease): Promise<void> {
    await this.#writeSoon(lease.runId, () => {
      const run = this.#tables.findRun(lease.runId)
      if (!run || !holds(lease, run.lease)) return
      this.#tables.updateLease(lease.runId, freeLease(run.lease))
      this.#tables.deleteLocks(lease.runId)
    })
  }

  async removeRun(runId: string): Promise<void> {
    await this.#writeSoon(runId, () => {
      const { lease } = this.#requireRun(runId)
      if (lease.owner !== null && isLive(lease, this.#now())) throw new RunBusyError(runId, describeOwner(lease.owner))
      this.#tables.deleteRun(runId)
    })
  }

  async lockWorkspace(lease: Lease, workspace: string): Promise<void> {
    await this.#writeSoon(lease.runId, () => {
      this.#requireHeld(lease)
      this.#evict(lease.runId, workspace)
      this.#tables.putLock(workspace, lease)
    })
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    return this.#read(() => this.#tables.sizes())
  }

  async compact(): Promise<void> {
    await unlocked(() => this.#tables.compact(), this.#tellLocked)
  }

  async missing(): Promise<MissingPart[]> {
    return this.#read(() => this.#tables.missing())
  }

  onLocked(listener: () => void): () => void {
    this.#waiting.add(listener)
    return () => this.#waiting.delete(listener)
  }

  async close(): Promise<void> {
    // What was asked for before, and nobody waits for, is written first.
    await setImmediate()
    this.#tables.close()
  }

  /** A lock is only a wait, and not one that holds the process up. */
  #write<T>(runId: string, work: () => T, outlives?: Outlives): Promise<T> {
    return unlocked(() => this.#commit(runId, work, outlives), this.#tellLocked)
  }

  /** What need not outlive a power cut. */
  #writeSoon<T>(runId: string, work: () => T): Promise<T> {
    return this.#write(runId, work, "process")
  }

  #read<T>(work: () => T): Promise<T> {
    return unlocked(() => this.#tables.read(work), this.#tellLocked)
  }

  #requireRun(runId: string): StoredRun {
    const run = this.#tables.findRun(runId)
    if (!run) throw new RunNotFoundError(runId)
    return run
  }

  #requireHeld(lease: Lease): StoredRun {
    const run = this.#requireRun(lease.runId)
    requireLease(lease, run.lease)
    return run
  }

  /**
   * Makes room for `runId` in a workspace. A holder that did not renew in time loses its lease too:
   * if it came back to life it would write in the same folder as the new holder.
   */
  #evict(runId: string, workspace: string): void {
    const lock = this.#tables.findLock(workspace)
    if (!lock || lock.runId === runId) return
    const { lease } = this.#requireRun(lock.runId)
    if (!holds(lock, lease)) return
    if (isLive(lease, this.#now())) throw new WorkspaceBusyError(workspace, lock.runId)
    this.#tables.updateLease(lock.runId, freeLease(lease))
  }
}
