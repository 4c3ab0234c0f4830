import { DEFAULT_TENANT } from "../../protocol/api/team-api.ts"
import type { RunHeader } from "../../protocol/log/run.ts"
import type { EntryRow } from "../entry-row.ts"
import type { HeldLease } from "../lease.ts"
import type { Lease, RunBlob } from "../run-store.ts"
import type { RunTables, StoredRun, WorkspaceLock } from "../run-tables.ts"
import { entryOf } from "../stored-row.ts"
import type { SqlSession } from "./connections.ts"
import { columnsOf, ENTRY_COLUMNS, type RunRow, runOf } from "./rows.ts"

/** Who claims, in this attempt. */
export type Claimant = { readonly claim: string; readonly presence: number }

/** What a rule is going to look at. */
export type Needs = {
  readonly runId: string
  readonly keys?: readonly string[]
  readonly workspace?: string | undefined
}

type Statement = readonly [text: string, values: readonly unknown[]]

/** All entries at once, and the number of the last of them. */
const INSERT_ENTRIES = `WITH added AS (
    INSERT INTO keelson.entries (run_id, seq, key, at, lease, version, kind, body)
    SELECT $1, row.* FROM ${ENTRY_COLUMNS} AS row (seq, key, at, lease, version, kind, body) RETURNING seq
  ) UPDATE keelson.runs SET last_seq = (SELECT max(seq) FROM added) WHERE id = $1`

/**
 * The rows that one rule looks at, fetched before and locked, and what it puts, written after: rules decide at once, a server answers
 * later. Only for writes of one run.
 */
export class StagedTables implements RunTables {
  readonly #runs = new Map<string, RunRow>()
  readonly #entries = new Map<string, EntryRow>()
  readonly #claimant: Claimant
  readonly #puts: (() => Statement)[] = []
  readonly #added: EntryRow[] = []
  #lock: WorkspaceLock | undefined

  private constructor(claimant: Claimant) {
    this.#claimant = claimant
  }

  static async fetch(
    session: SqlSession,
    claimant: Claimant,
    { runId, keys = [], workspace }: Needs,
  ): Promise<StagedTables> {
    const staged = new StagedTables(claimant)
    if (workspace !== undefined) await staged.#fetchLock(session, workspace)
    const ids = [runId, ...(staged.#lock ? [staged.#lock.runId] : [])]
    // In one order, whoever asks: two that lock the same rows must not wait for each other.
    const rows = await session.query("SELECT * FROM keelson.runs WHERE id = ANY ($1) ORDER BY id FOR UPDATE", [ids])
    for (const row of rows) staged.#runs.set(String(row.id), runOf(row))
    if (keys.length === 0) return staged
    const known = await session.query("SELECT * FROM keelson.entries WHERE run_id = $1 AND key = ANY ($2)", [
      runId,
      keys,
    ])
    for (const row of known) staged.#entries.set(String(row.key), entryOf(row))
    return staged
  }

  /** The number of the attempt that last claimed the run. */
  claimOf(runId: string): string | null | undefined {
    return this.#runs.get(runId)?.claim
  }

  leaseOf(runId: string): Lease {
    return { runId, token: this.#runs.get(runId)?.lease.token ?? 0 }
  }

  async flush(session: SqlSession): Promise<void> {
    for (const put of this.#puts) await session.query(...put())
  }

  write<T>(work: () => T): T {
    return work()
  }

  read<T>(work: () => T): T {
    return work()
  }

  lastSeq(runId: string): number | undefined {
    return this.findRun(runId)?.lastSeq
  }

  findRun(runId: string): StoredRun | undefined {
    return this.#runs.get(runId)
  }

  insertRun(header: RunHeader): void {
    const { id, workspace, title, strategy, model, state, created_at, updated_at } = header
    const { tenant = DEFAULT_TENANT, asked_by = null } = header
    // What a run begins with was spent before, if it was: by the one that it was forked from.
    this.#put("SELECT set_config('keelson.beginning', 'yes', true)", [])
    this.#put(
      `INSERT INTO keelson.runs (id, workspace, title, strategy, model, state, created_at, updated_at, tenant, asked_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, workspace, title, strategy, model, state, created_at, updated_at, tenant, asked_by],
    )
  }

  updateHeader({ id, state, updated_at, archived }: RunHeader): void {
    this.#put("UPDATE keelson.runs SET state = $2, updated_at = $3, archived = $4 WHERE id = $1", [
      ...[id, state, updated_at, archived === true],
    ])
  }

  updateLease(runId: string, { token, owner, expiresAt }: HeldLease): void {
    const isClaim = token !== (this.#runs.get(runId)?.lease.token ?? 0)
    const { host = null, pid = null, startedAt = null } = owner ?? {}
    this.#put(
      `UPDATE keelson.runs SET lease_token = $2, lease_host = $3, lease_pid = $4, lease_started_at = $5, lease_expires_at = $6,
         lease_claim = coalesce($7, lease_claim), lease_presence = coalesce($8, lease_presence) WHERE id = $1`,
      [
        ...[runId, token, host, pid, startedAt, expiresAt],
        ...(isClaim ? [this.#claimant.claim, this.#claimant.presence] : [null, null]),
      ],
    )
  }

  /** Its log, its files and its locks go with it. */
  deleteRun(runId: string): void {
    this.#put("DELETE FROM keelson.runs WHERE id = $1", [runId])
  }

  findEntry(_runId: string, key: string): EntryRow | undefined {
    return this.#entries.get(key)
  }

  insertEntry(runId: string, row: EntryRow): void {
    const { length } = this.#added
    this.#added.push(row)
    if (length === 0) this.#puts.push(() => [INSERT_ENTRIES, [runId, ...columnsOf(this.#added)]])
  }

  insertBlob(runId: string, { id, mime, data }: RunBlob): void {
    this.#put("INSERT INTO keelson.blobs (run_id, id, mime, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", [
      ...[runId, id, mime, Buffer.from(data)],
    ])
  }

  findLock(): WorkspaceLock | undefined {
    return this.#lock
  }

  putLock(workspace: string, { runId, token }: WorkspaceLock): void {
    this.#put(
      `INSERT INTO keelson.workspace_locks (workspace, run_id, token) VALUES ($1, $2, $3)
       ON CONFLICT (workspace) DO UPDATE SET run_id = $2, token = $3`,
      [workspace, runId, token],
    )
  }

  deleteLocks(runId: string): void {
    this.#put("DELETE FROM keelson.workspace_locks WHERE run_id = $1", [runId])
  }

  listRuns = notStaged
  loadEntries = notStaged
  findBlob = notStaged
  listBlobs = notStaged
  sizes = notStaged
  compact = notStaged
  missing = notStaged
  close(): void {}

  /** The workspace's own lock comes first: a lock that nobody has yet is no row that could be locked. */
  async #fetchLock(session: SqlSession, workspace: string): Promise<void> {
    await session.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`keelson ${workspace}`])
    const [row] = await session.query("SELECT run_id, token FROM keelson.workspace_locks WHERE workspace = $1", [
      workspace,
    ])
    if (row) this.#lock = { runId: String(row.run_id), token: Number(row.token) }
  }

  #put(text: string, values: readonly unknown[]): void {
    this.#puts.push(() => [text, values])
  }
}

function notStaged(): never {
  throw new Error("What is only read needs no staging.")
}
