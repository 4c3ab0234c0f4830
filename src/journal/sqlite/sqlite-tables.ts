import { statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { RunHeader } from "../../protocol/log/run.ts"
import type { EntryRow } from "../entry-row.ts"
import { type LastEntry, LastWritten } from "../last-written.ts"
import type { HeldLease } from "../lease.ts"
import type { Outlives } from "../outlives.ts"
import type { BlobSize, MissingPart, RunBlob } from "../run-store.ts"
import type { RunFilter, RunTables, StoredRun, WorkspaceLock } from "../run-tables.ts"
import { entryOf, headerOf, leaseOf } from "../stored-row.ts"
import { guard, requireSameFile } from "./sqlite-error.ts"
import { prepareStatements } from "./sqlite-statements.ts"

const NO_LIMIT = -1
/** Who looks at a log now and then sees by it also who has died without a word. */
const TRUST_MS = 1000
/** Runs of which that is known; it is worth no more memory. */
const MOST_READ = 10_000

/** FULL costs one fsync; see `openDatabase`. */
const SYNCHRONOUS: Readonly<Record<Outlives, string>> = { "power cut": "FULL", process: "NORMAL" }

/** Rows in one SQLite file, shared with every other process that opens it. */
export class SqliteTables implements RunTables {
  readonly #path: string
  readonly #database: DatabaseSync
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #inode: bigint
  readonly #last: LastWritten
  /** The newest entry of each run in the transaction under way. */
  readonly #newest = new Map<string, number>()
  #outlives: Outlives | undefined
  /** How far runs were read since nobody else has written, and when. */
  readonly #readTo = new Map<string, { readonly seq: number; readonly at: number }>()
  #version: unknown

  constructor(path: string, database: DatabaseSync) {
    this.#path = path
    this.#database = database
    this.#statements = prepareStatements(database)
    this.#inode = statSync(path, { bigint: true }).ino
    this.#last = new LastWritten(path)
  }

  /** BEGIN IMMEDIATE: a writer waits for its turn at the start, instead of failing half-way when it first writes. */
  write<T>(work: () => T, outlives: Outlives = "power cut"): T {
    return guard(this.#path, () => {
      requireSameFile(this.#path, this.#inode)
      this.#promise(outlives)
      this.#newest.clear()
      this.#statements.begin.run()
      try {
        const result = work()
        this.#statements.commit.run()
        if (outlives === "power cut") for (const [runId, seq] of this.#newest) this.#noteLast({ runId, seq })
        return result
      } catch (error) {
        // After some faults, such as a full disk, SQLite has rolled back already.
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK")
        throw error
      }
    })
  }

  read<T>(work: () => T): T {
    return guard(this.#path, work)
  }

  /** What must outlive a power cut is noted beside the file, lest somebody take it away unseen. */
  #noteLast(entry: LastEntry): void {
    const slot = this.#statements.slot.get(entry.runId)?.slot
    if (slot !== undefined) this.#last.note(Number(slot), entry)
  }

  sizes(): Map<string, number> {
    return new Map(this.#statements.sizes.all().map((row) => [String(row.run_id), Number(row.bytes)]))
  }

  compact(): void {
    guard(this.#path, () => this.#database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"))
    // Rows have other numbers now.
    this.#last.clear()
    for (const { id } of this.listRuns({})) this.#noteLast({ runId: id, seq: this.lastSeq(id) ?? 0 })
  }

  missing(): MissingPart[] {
    const parts = this.#last.all().map(({ runId, seq }) => ({ runId, kept: this.lastSeq(runId) ?? 0, written: seq }))
    return parts.filter(({ kept, written }) => kept < written)
  }

  /** A setting of the connection, which must not be changed inside a transaction. */
  #promise(outlives: Outlives): void {
    if (this.#outlives === outlives) return
    this.#database.exec(`PRAGMA synchronous = ${SYNCHRONOUS[outlives]}`)
    this.#outlives = outlives
  }

  findRun(runId: string): StoredRun | undefined {
    const row = this.#statements.findRun.get(runId)
    return row && { header: headerOf(row), lease: leaseOf(row), lastSeq: Number(row.last_seq ?? 0) }
  }

  lastSeq(runId: string): number | undefined {
    const row = this.#statements.lastSeq.get(runId)
    return row && Number(row.last_seq ?? 0)
  }

  listRuns({ workspace, limit = NO_LIMIT }: RunFilter): RunHeader[] {
    const { listAll, listWorkspace } = this.#statements
    const rows = workspace === undefined ? listAll.all(limit) : listWorkspace.all(workspace, limit)
    // A list of runs may be anybody's: it is parsed.
    return rows.map((row) => RunHeader.parse(headerOf(row)))
  }

  insertRun(header: RunHeader): void {
    const { id, workspace, title, strategy, model, state, created_at, updated_at } = header
    this.#statements.insertRun.run(id, workspace, title, strategy, model, state, created_at, updated_at)
  }

  updateHeader({ id, state, updated_at, archived }: RunHeader): void {
    this.#statements.updateHeader.run(state, updated_at, archived ? 1 : 0, id)
  }

  updateLease(runId: string, { token, owner, expiresAt }: HeldLease): void {
    const { host = null, pid = null, startedAt = null } = owner ?? {}
    this.#statements.updateLease.run(token, host, pid, startedAt, expiresAt, runId)
  }

  deleteRun(runId: string): void {
    const slot = this.#statements.slot.get(runId)?.slot
    const { deleteBlobs, deleteEntries, deleteLocks, deleteRun } = this.#statements
    for (const statement of [deleteBlobs, deleteEntries, deleteLocks, deleteRun]) statement.run(runId)
    if (slot !== undefined) this.#last.forget(Number(slot))
    this.#readTo.delete(runId)
  }

  /** What others write shows in the file's version, what is written here in `insertEntry`. */
  isQuiet(runId: string, afterSeq: number): boolean {
    const version = this.read(() => this.#statements.version.get()?.data_version)
    if (version !== this.#version) this.#readTo.clear()
    this.#version = version
    const read = this.#readTo.get(runId)
    return read !== undefined && read.seq <= afterSeq && performance.now() - read.at < TRUST_MS
  }

  loadEntries(runId: string, afterSeq: number, limit = NO_LIMIT): EntryRow[] {
    const rows = this.#statements.loadEntries.all(runId, afterSeq, limit).map(entryOf)
    if (this.#readTo.size >= MOST_READ) this.#readTo.clear()
    if (limit === NO_LIMIT) this.#readTo.set(runId, { seq: rows.at(-1)?.seq ?? afterSeq, at: performance.now() })
    return rows
  }

  findEntry(runId: string, key: string): EntryRow | undefined {
    const row = this.#statements.findEntry.get(runId, key)
    return row && entryOf(row)
  }

  insertEntry(runId: string, row: EntryRow): void {
    const { seq, key, at, lease, version, kind, body } = row
    this.#statements.insertEntry.run(runId, seq, key, at, lease, version, kind, body)
    this.#newest.set(runId, seq)
    this.#readTo.delete(runId)
  }

  insertBlob(runId: string, { id, mime, data }: RunBlob): void {
    this.#statements.insertBlob.run(runId, id, mime, data)
  }

  findBlob(runId: string, id: string): RunBlob | undefined {
    const row = this.#statements.findBlob.get(runId, id)
    return row && { id, mime: String(row.mime), data: row.data as Uint8Array }
  }

  listBlobs(runId: string, beginning: string): BlobSize[] {
    const rows = this.#statements.listBlobs.all(runId, beginning.length, beginning)
    return rows.map((row) => ({ id: String(row.id), bytes: Number(row.bytes) }))
  }

  findLock(workspace: string): WorkspaceLock | undefined {
    const row = this.#statements.findLock.get(workspace)
    return row && { runId: String(row.run_id), token: Number(row.token) }
  }

  putLock(workspace: string, { runId, token }: WorkspaceLock): void {
    this.#statements.putLock.run(workspace, runId, token)
  }

  deleteLocks(runId: string): void {
    this.#statements.deleteLocks.run(runId)
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
    this.#last.close()
  }
}
