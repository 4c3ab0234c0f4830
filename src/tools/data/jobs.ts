import { formatSize } from "../artifact-limits.ts"
import { count } from "../code/text/text.ts"
import type { LocatedSource } from "./dataset.ts"
import { markdownTable } from "./markdown-table.ts"
import type { Database } from "./sql/database.ts"
import { SqlError, sqlFailure } from "./sql/sql-failure.ts"
import { identifier } from "./sql/sql-text.ts"
import { prepareReading } from "./sql/statement.ts"
import { describeColumns } from "./statistics.ts"
import type { Table } from "./table.ts"
import { type OpenTable, readFailure, withTables } from "./tables.ts"

/* What is done in a child process: it opens the files, and parses the SQL. */

/** `duckdb`: where the package lies; `memoryBytes`: what the whole child may have. */
type DataRequest = { readonly duckdb: string; readonly memoryBytes: number }
export type QueryRequest = DataRequest & {
  readonly sources: ReadonlyMap<string, LocatedSource>
  readonly sql: string
  readonly limit: number
}
export type DatasetRequest = DataRequest & { readonly source: LocatedSource; readonly rows: number }

export async function queryJob(request: QueryRequest): Promise<string> {
  return resultText(await tableJob(request))
}

/** The beginning of a result itself, for whoever draws it. */
export function tableJob({ sources, sql, limit, ...engine }: QueryRequest): Promise<Table> {
  return withTables(sources, engine, async (database, tables) => {
    try {
      return await database.read(await prepareReading(database, sql), limit)
    } catch (error) {
      throw error instanceof SqlError ? sqlFailure(error, await tablesHint(database, tables)) : error
    }
  })
}

function resultText({ columns, rows, total }: Table): string {
  return `${sizeOf(rows.length, total)}\n\n${markdownTable(columns, rows)}`
}

function sizeOf(shown: number, total: number | null): string {
  if (total === null) return `Millions of rows; the first ${shown} are shown. Aggregate or filter.`
  if (shown < total) return `${total} rows, the first ${shown} are shown.`
  return `${total} row${total === 1 ? "" : "s"}.`
}

/** What there is to ask: most failing queries misspell a name. */
async function tablesHint(database: Database, tables: readonly OpenTable[]): Promise<string> {
  const described = tables.map(async ({ name }) => {
    const columns = await database.query(`SELECT column_name, column_type FROM (DESCRIBE ${identifier(name)})`)
    return `${identifier(name)} (${columns.map(([column, type]) => `${identifier(String(column))} ${type}`).join(", ")})`
  })
  return `Tables: ${(await Promise.all(described)).join("; ")}`
}

export function datasetJob({ source, rows, ...engine }: DatasetRequest): Promise<string> {
  return withTables(new Map([["data", source]]), engine, async (database, [table]) => {
    if (!table) return ""
    try {
      const columns = await describeColumns(database, table.name)
      const statement = await database.prepare(`SELECT * FROM ${identifier(table.name)} LIMIT ${rows}`)
      const sample = await database.read(statement, rows)
      return [
        titleOf(table, columns.rows, sample.columns.length),
        columns.text,
        ...section("All values of the columns that have at most 20, with how often each comes:", columns.values),
        ...section("Worth a look:", columns.issues),
        `First ${count(sample.rows.length, "row")}:\n${markdownTable(sample.columns, sample.rows)}`,
      ].join("\n\n")
    } catch (error) {
      throw readFailure(table.dataset, error)
    }
  })
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `- ${line}`)].join("\n")]
}

function titleOf({ dataset, notes }: OpenTable, rows: number, columns: number): string {
  const { path, format, size } = dataset
  const form = [NAMES[format], formatSize(size), ...notes].join("; ")
  return `${path}: ${count(rows, "row")}, ${count(columns, "column")} (${form}).`
}

const NAMES = { csv: "CSV", json: "JSON", parquet: "Parquet", xlsx: "Excel" } as const
