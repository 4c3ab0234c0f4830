import { availableParallelism } from "node:os"
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement, DuckDBValue } from "@duckdb/node-api"
import { importPackage } from "../../child/import-package.ts"
import { ToolFailure } from "../../tool.ts"
import type { Table } from "../table.ts"
import { SqlError } from "./sql-failure.ts"
import { exactly, literal } from "./sql-text.ts"

const NULL = "NULL"
/** What is left for Node and for values while they are built, which DuckDB does not count. */
const MARGIN_BYTES = 640 * 2 ** 20
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

/** Where DuckDB lies, and what its whole process may have. */
export type DataEngine = { readonly duckdb: string; readonly memoryBytes: number }

type DuckDb = typeof import("@duckdb/node-api")

/**
 * A database in memory that can read the files it was opened with, and nothing else: no other path, no network, no extension, and no
 * statement can change that. Its process has limits of memory and time, and is killed where it reaches them.
 */
export class Database implements Disposable {
  readonly connection: DuckDBConnection
  readonly api: DuckDb
  readonly #instance: DuckDBInstance

  private constructor(api: DuckDb, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.api = api
    this.#instance = instance
    this.connection = connection
  }

  static async open(files: readonly string[], { duckdb, memoryBytes }: DataEngine): Promise<Database> {
    const api = await importPackage<DuckDb>(duckdb, "@duckdb/node-api")
    const instance = await api.DuckDBInstance.create(":memory:", settings(memoryBytes))
    const database = new Database(api, instance, await instance.connect())
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

  /** What DuckDB says no with, as an error of its own kind. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof ToolFailure ? error : new SqlError(String((error as Error).message))
    }
  }

  [Symbol.dispose](): void {
    this.connection.closeSync()
    this.#instance.closeSync()
  }
}

/** Without a temporary folder it can't spill to disk: what needs more memory fails and says so. */
function settings(memoryBytes: number): Record<string, string> {
  return {
    threads: String(Math.min(MOST_THREADS, availableParallelism())),
    memory_limit: `${Math.round(Math.max(memoryBytes - MARGIN_BYTES, memoryBytes / 2) / 2 ** 20)}MiB`,
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
