import { randomUUID } from "node:crypto"
import type { RunHeader } from "../../protocol/log/run.ts"
import { fromRow } from "../entry-row.ts"
import { isLive } from "../lease.ts"
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
} from "../run-store.ts"
import type { RunFilter } from "../run-tables.ts"
import { RunNotFoundError } from "../store-error.ts"
import { entryOf, headerOf } from "../stored-row.ts"
import { type StoreOptions, TableStore } from "../table-store.ts"
import { appendNew } from "./append-new.ts"
import { Connections, type Row } from "./connections.ts"
import { hint, News } from "./news.ts"
import { PostgresPacks } from "./postgres-packs.ts"
import { NEWS_CHANNEL } from "./presence.ts"
import { runOf } from "./rows.ts"
import { migrate } from "./schema.ts"
import { type Needs, StagedTables } from "./staged-tables.ts"

/** `maxConnections`: beside the one that hears the news. */
export type PostgresOptions = StoreOptions & { readonly maxConnections?: number }

/** Keeps runs in a PostgreSQL database, for any number of processes on any number of machines. */
export class PostgresStore implements RunStore {
  readonly connections: Connections
  readonly news: News
  readonly packs: PostgresPacks
  readonly #now: (() => number) | undefined

  private constructor(connections: Connections, { now }: PostgresOptions) {
    this.connections = connections
    this.news = new News(connections)
    this.packs = new PostgresPacks(connections)
    this.#now = now
  }

  /** Brings the database to the current schema. Throws `StoreUnusableError` or `LogUnreadableError`. */
  static async open(url: string, options: PostgresOptions = {}, onLocked = () => {}): Promise<PostgresStore> {
    const connections = await Connections.open(url, options.maxConnections)
    const stop = connections.onLocked(onLocked)
    try {
      await connections.patiently(() => connections.transaction((session) => migrate(session, connections.place)))
    } catch (error) {
      await connections.close()
      throw error
    } finally {
      stop()
    }
    return new PostgresStore(connections, options)
  }

  async createRun(header: RunHeader, beginning: Beginning): Promise<Lease> {
    const { entries, workspace } = beginning
    const needs = { runId: header.id, keys: entries.map(({ key }) => key), workspace }
    return this.#claiming(needs, (rules) => rules.createRun(header, beginning))
  }

  async findRun(runId: string): Promise<RunHeader | undefined> {
    const [row] = await this.#read("SELECT * FROM keelson.runs WHERE id = $1", [runId], "find-run")
    return row && headerOf(row)
  }

  async listRuns({ workspace, limit }: RunFilter = {}): Promise<RunHeader[]> {
    const rows = await this.#read(
      `SELECT * FROM keelson.runs WHERE $1::text IS NULL OR workspace = $1 ORDER BY created_at DESC, ordinal DESC LIMIT $2`,
      [workspace ?? null, limit ?? null],
    )
    return rows.map(headerOf)
  }

  async load(runId: string, afterSeq = 0, limit?: number): Promise<LogEntry[]> {
    const rows = await this.#read(
      "SELECT * FROM keelson.entries WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
      [runId, afterSeq, limit ?? null],
      "load",
    )
    if (rows.length === 0) await this.#requireRun(runId)
    return rows.map((row) => fromRow(entryOf(row)))
  }

  async lastSeq(runId: string): Promise<number> {
    return runOf((await this.#requireRun(runId)).row).lastSeq
  }

  isQuiet(runId: string, afterSeq: number): boolean {
    return this.news.isQuiet(runId, afterSeq)
  }

  /** New keys in one statement. Anything else about them, or about the lease, is for the rules to say. */
  async append(lease: Lease, entries: readonly NewEntry[], blobs: readonly RunBlob[] = []): Promise<LogEntry[]> {
    const { runId } = lease
    const logged = await this.connections.patiently(
      async () =>
        (await appendNew(this.connections, lease, { entries, blobs })) ??
        this.#ruled({ runId, keys: entries.map(({ key }) => key) }, (rules) => rules.append(lease, entries, blobs)),
    )
    const last = logged.at(-1)
    if (last) this.news.tell(runId, last.seq)
    return logged
  }

  async saveBlob(lease: Lease, blob: RunBlob): Promise<void> {
    await this.#write({ runId: lease.runId }, (rules) => rules.saveBlob(lease, blob))
  }

  async loadBlob(runId: string, id: string): Promise<Omit<RunBlob, "id"> | undefined> {
    const [row] = await this.#read("SELECT mime, data FROM keelson.blobs WHERE run_id = $1 AND id = $2", [runId, id])
    if (!row) await this.#requireRun(runId)
    return row && { mime: String(row.mime), data: Uint8Array.from(row.data as Buffer) }
  }

  async listBlobs(runId: string, beginning: string): Promise<BlobSize[]> {
    const rows = await this.#read(
      `SELECT id, octet_length(data) AS bytes FROM keelson.blobs WHERE run_id = $1 AND starts_with(id, $2) ORDER BY id COLLATE "C"`,
      [runId, beginning],
    )
    if (rows.length === 0) await this.#requireRun(runId)
    return rows.map((row) => ({ id: String(row.id), bytes: Number(row.bytes) }))
  }

  async signal(runId: string, entry: NewEntry, when: SignalCondition = {}): Promise<LogEntry> {
    return this.connections.patiently(() =>
      this.connections.transaction(async (session) => {
        const tables = await StagedTables.fetch(session, this.#claimant(), { runId, keys: [entry.key] })
        const logged = await new TableStore(tables).signal(runId, entry, when)
        await tables.flush(session)
        await session.query("SELECT pg_notify($1, $2)", [NEWS_CHANNEL, hint(runId, logged.seq)])
        return logged
      }),
    )
  }

  async claim(runId: string, owner: Owner): Promise<Lease> {
    return this.#claiming({ runId }, (rules) => rules.claim(runId, owner))
  }

  async isHeld(runId: string): Promise<boolean> {
    const { row, now } = await this.#requireRun(runId)
    return isLive(runOf(row).lease, now)
  }

  async renew(lease: Lease): Promise<void> {
    await this.#write({ runId: lease.runId }, (rules) => rules.renew(lease))
  }

  async release(lease: Lease): Promise<void> {
    await this.#write({ runId: lease.runId }, (rules) => rules.release(lease))
  }

  async removeRun(runId: string): Promise<void> {
    await this.connections.patiently(async (again) => {
      try {
        await this.#ruled({ runId }, (rules) => rules.removeRun(runId))
      } catch (error) {
        if (!(again && error instanceof RunNotFoundError)) throw error
      }
    })
  }

  async lockWorkspace(lease: Lease, workspace: string): Promise<void> {
    await this.#write({ runId: lease.runId, workspace }, (rules) => rules.lockWorkspace(lease, workspace))
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#read(
      `SELECT run_id, sum(bytes) AS bytes FROM (
         SELECT run_id, octet_length(body) + octet_length(key) AS bytes FROM keelson.entries
         UNION ALL SELECT run_id, octet_length(data) FROM keelson.blobs
         UNION ALL SELECT run_id, bytes FROM keelson.folders
       ) AS parts GROUP BY run_id`,
      [],
    )
    return new Map(rows.map((row) => [String(row.run_id), Number(row.bytes)]))
  }

  /** Autovacuum does it. */
  async compact(): Promise<void> {}

  /** What was committed is there; a server that was restored from a backup says nothing of it. */
  async missing(): Promise<MissingPart[]> {
    return []
  }

  onLocked(listener: () => void): () => void {
    return this.connections.onLocked(listener)
  }

  async close(): Promise<void> {
    await this.news.close()
    await this.connections.close()
  }

  /** A claim that may have been made before its answer was lost is known by its number. */
  async #claiming(needs: Needs, decide: (rules: TableStore) => Promise<Lease>): Promise<Lease> {
    const claim = randomUUID()
    return this.connections.patiently(async (again) => {
      await this.news.presence.ready()
      return this.#ruled(needs, decide, { claim, again })
    })
  }

  async #write<T>(needs: Needs, decide: (rules: TableStore) => Promise<T>): Promise<T> {
    return this.connections.patiently(() => this.#ruled(needs, decide))
  }

  /** The rules of every store, over rows that are locked meanwhile. */
  async #ruled<T>(
    needs: Needs,
    decide: (rules: TableStore) => Promise<T>,
    { claim = randomUUID(), again = false } = {},
  ): Promise<T> {
    return this.connections.transaction(async (session) => {
      const tables = await StagedTables.fetch(session, this.#claimant(claim), needs)
      if (again && tables.claimOf(needs.runId) === claim) return tables.leaseOf(needs.runId) as T
      const [clock] = this.#now ? [] : await session.query(CLOCK)
      const now = this.#now ?? (() => Number(clock?.now))
      const result = await decide(new TableStore(tables, { now }))
      await tables.flush(session)
      return result
    })
  }

  #claimant(claim: string = randomUUID()) {
    return { claim, presence: this.news.presence.id }
  }

  async #requireRun(runId: string): Promise<{ readonly row: Row; readonly now: number }> {
    const [row] = await this.#read(`SELECT *, ${NOW} AS now FROM keelson.runs WHERE id = $1`, [runId], "require-run")
    if (!row) throw new RunNotFoundError(runId)
    return { row, now: this.#now?.() ?? Number(row.now) }
  }

  #read(text: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    return this.connections.patiently(() => this.connections.query(text, values, name))
  }
}

/** In milliseconds, by the one clock that all processes share. */
const NOW = "extract(epoch FROM clock_timestamp())::float8 * 1000"
const CLOCK = `SELECT ${NOW} AS now`
