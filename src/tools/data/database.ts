import { availableParallelism, totalmem } from "node:os"
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement, DuckDBValue } from "@duckdb/node-api"
import { ToolFailure } from "../tool.ts"
import { loadDuckdb } from "./duckdb.ts"
import { SqlError } from "./sql-failure.ts"
import { exactly, literal } from "./sql-text.ts"

/** The beginning of a result, as text. */
export type Table = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** How many rows there were, `null` where they were too many to count. */
  readonly total: number | null
}

const NULL = "NULL"
const LARGEST_MEMORY = 2 ** 31
const MOST_THREADS = 4
/** Counting goes no further: a careless join must not eat the whole time limit. */
const MOST_COUNTED = 5_000_000

/**
 * The memory limit does not count values while they are built: one careless call could take all of the machine's memory. These
 * stand before the functions of the same name; as tables, `range` and `generate_series` are as long as one likes.
 */
const GUARDS = [
  `CREATE MACRO repeat(value, times) AS CASE WHEN ${tooLong("times * len(value)")} ELSE system.main.repeat(value, times) END`,
  ...["range", "generate_series"].map(
    (name) => `CREATE MACRO ${name}(stop) AS CASE WHEN ${tooLong("stop")} ELSE system.main.${name}(stop) END,
      (first, stop) AS CASE WHEN ${tooLong("stop - first")} ELSE system.main.${name}(first, stop) END,
      (first, stop, step) AS system.main.${name}(first, stop, step)`,
  ),
]

function tooLong(length: string): string {
  return `${length} > 10000000 THEN error('A value of ' || (${length}) || ' elements is too long; use a table, as in FROM range(n).')`
}

/**
 * A database in memory that can read the files it was opened with, and nothing else: no other path, no network, no extension, and no
 * statement can change that. It gives up when the signal says so.
 */
export class Database implements Disposable {
  readonly connection: DuckDBConnection
  readonly #instance: DuckDBInstance
  readonly #signal: AbortSignal
  readonly #interrupt: () => void

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, signal: AbortSignal) {
    this.#instance = instance
    this.connection = connection
    this.#signal = signal
    this.#interrupt = () => connection.interrupt()
    signal.addEventListener("abort", this.#interrupt)
  }

  static async open(files: readonly string[], signal: AbortSignal): Promise<Database> {
    signal.throwIfAborted()
    const { DuckDBInstance } = await loadDuckdb()
    const instance = await DuckDBInstance.create(":memory:", settings())
    const database = new Database(instance, await instance.connect(), signal)
    const allowed = [...new Set(files.flatMap((file) => [file, exactly(file)]))].map(literal)
    await database.connection.run(`SET allowed_paths = [${allowed.join(", ")}]`)
    await database.connection.run("SET enable_external_access = false")
    await database.connection.run("SET lock_configuration = true")
    for (const guard of GUARDS) await database.connection.run(guard)
    return database
  }

  /** Runs our own SQL and reads all that it gives. */
  async query(sql: string): Promise<DuckDBValue[][]> {
    return this.guard(async () => (await this.connection.runAndReadAll(sql)).getRows())
  }

  prepare(sql: string): Promise<DuckDBPreparedStatement> {
    return this.guard(() => this.connection.prepare(sql))
  }

  /** Runs a statement, keeps the first rows as text and counts the others. */
  async read(statement: DuckDBPreparedStatement, limit: number): Promise<Table> {
    return this.guard(async () => {
      const result = await statement.stream()
      const rows: string[][] = []
      let total = 0
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) break
        if (rows.length < limit)
          rows.push(
            ...chunk
              .getRows()
              .slice(0, limit - rows.length)
              .map(toText),
          )
        total += chunk.rowCount
        if (total > MOST_COUNTED) return { columns: result.columnNames(), rows, total: null }
      }
      return { columns: result.columnNames(), rows, total }
    })
  }

  /** An interrupted query fails in its own words; what counts is why it was interrupted. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    this.#signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      this.#signal.throwIfAborted()
      throw error instanceof ToolFailure ? error : new SqlError(String((error as Error).message))
    }
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#interrupt)
    this.connection.closeSync()
    this.#instance.closeSync()
  }
}

/** Without a temporary folder it can't spill to disk: what needs more memory fails and says so. */
function settings(): Record<string, string> {
  return {
    threads: String(Math.min(MOST_THREADS, availableParallelism())),
    memory_limit: `${Math.round(Math.min(LARGEST_MEMORY, totalmem() / 2) / 2 ** 20)}MiB`,
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
  }
}

/** A row's values as DuckDB writes them. */
function toText(row: readonly DuckDBValue[]): string[] {
  return row.map((value) => (value === null ? NULL : String(value)))
}
