import { setTimeout } from "node:timers/promises"
import type { Client, ClientBase, Pool } from "pg"
import { StoreLockedError, StoreUnusableError } from "../store-error.ts"
import { isClash, toStoreError } from "./fault.ts"

export type Row = Record<string, unknown>

/** What statements are sent through: the pool, or one connection within a transaction. A `name` lets the server keep its plan. */
export interface SqlSession {
  query(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

/** How long a server that does not answer is waited for here; a run waits on. */
const PATIENCE_MS = 5000
const PAUSE_MS = 200
/** So long a statement may take; a server that was cut off silently would be waited for forever. */
const STATEMENT_MS = 15_000
const CONNECT_MS = 5000
const CLASHES = 10

/** Connections to one database, made when they are needed, and every fault of theirs in the store's words. */
export class Connections implements SqlSession {
  readonly url: string
  /** How the database is named in messages: without user and password. */
  readonly place: string
  readonly #pool: Pool
  readonly #connect: () => Client
  readonly #locked = new Set<() => void>()
  readonly #outages = new Set<(isAway: boolean) => void>()
  #isAway = false
  #lastFault = Number.NEGATIVE_INFINITY
  /** How often the database could not be reached, or not be used. */
  faults = 0

  private constructor(url: string, pool: Pool, connect: () => Client) {
    this.url = url
    this.place = placeOf(url)
    this.#pool = pool
    this.#connect = connect
    // A connection that breaks while nobody uses it is made anew when somebody does.
    pool.on("error", (error) => this.toStoreError(error))
  }

  /** `most`: how many connections at once. */
  static async open(url: string, most = 8): Promise<Connections> {
    const { default: pg } = await import("pg").catch((error: unknown) => withoutDriver(url, error))
    const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
    const pool = new pg.Pool({ ...settings, max: most, query_timeout: STATEMENT_MS, application_name: "keelson" })
    return new Connections(url, pool, () => new pg.Client({ ...settings, application_name: "keelson-presence" }))
  }

  /** A connection of its own, not connected yet. */
  client(): Client {
    return this.#connect()
  }

  /** How long ago the database last failed us, in milliseconds. */
  get sinceFault(): number {
    return performance.now() - this.#lastFault
  }

  /** A fault of a connection of its own, in the store's words. */
  toStoreError(error: unknown): unknown {
    const fault = toStoreError(this.place, error)
    if (fault instanceof StoreLockedError) this.#lastFault = performance.now()
    if (fault instanceof StoreLockedError || fault instanceof StoreUnusableError) this.faults += 1
    return fault
  }

  onLocked(listener: () => void): () => void {
    this.#locked.add(listener)
    return () => this.#locked.delete(listener)
  }

  /** Hears once when the database stops answering, whoever asks it what, and once when it answers again. */
  onOutage(listener: (isAway: boolean) => void): () => void {
    this.#outages.add(listener)
    return () => this.#outages.delete(listener)
  }

  async query(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    return this.#guarded(async () => rowsOf(this.#pool, text, values, name))
  }

  /** As the driver gives it, for whoever brings statements of its own. */
  async results(text: string, values?: unknown[]): Promise<{ rows: Row[] }> {
    return this.#guarded(() => this.#pool.query(text, values))
  }

  /** All of `work` as one transaction; when it throws, nothing of it is kept. */
  async transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#guarded(() => this.#transaction(work))
      } catch (error) {
        if (!isClash(error) || tries === CLASHES) throw error
      }
    }
  }

  /** Tries again for some seconds while the server can't be reached; `again` says that an earlier try may have been done all the same. */
  async patiently<T>(work: (again: boolean) => Promise<T>): Promise<T> {
    const end = performance.now() + PATIENCE_MS
    for (let again = false; ; again = true) {
      try {
        return await work(again)
      } catch (error) {
        if (!(error instanceof StoreLockedError) || performance.now() > end) throw error
        for (const tell of this.#locked) tell()
        await setTimeout(PAUSE_MS)
      }
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }

  async #transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    const session: SqlSession = { query: (text, values = [], name) => rowsOf(client, text, values, name) }
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on("error", onError)
    try {
      await client.query("BEGIN")
      const result = await work(session)
      await client.query("COMMIT")
      return result
    } catch (error) {
      await client.query("ROLLBACK").catch((fault: Error) => {
        broken = fault
      })
      throw error
    } finally {
      client.off("error", onError)
      client.release(broken)
    }
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      this.#noteOutage(false)
      return result
    } catch (error) {
      const fault = this.toStoreError(error)
      if (fault instanceof StoreLockedError) this.#noteOutage(true)
      throw fault
    }
  }

  #noteOutage(isAway: boolean): void {
    if (this.#isAway === isAway) return
    this.#isAway = isAway
    for (const tell of this.#outages) tell(isAway)
  }
}

async function rowsOf(
  target: Pool | ClientBase,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<Row[]> {
  const { rows } = await target.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  return rows
}

/** Host and database. */
function placeOf(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url)
    return `postgres://${decodeURIComponent(host) || searchParams.get("host") || "localhost"}${pathname}`
  } catch {
    return "postgres://…"
  }
}

/** The command line has the driver in its bundle; for apps it is an optional peer. */
function withoutDriver(url: string, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error
  throw new StoreUnusableError(
    placeOf(url),
    "the package pg is not installed",
    "Install it beside Keelson: npm install pg",
  )
}
