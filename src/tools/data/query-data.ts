import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { normalisePath, shorten } from "../code/text.ts"
import { defineTool } from "../tool.ts"
import type { Database, Table } from "./database.ts"
import { markdownTable } from "./markdown-table.ts"
import { SqlError, sqlFailure } from "./sql-failure.ts"
import { identifier } from "./sql-text.ts"
import { prepareReading } from "./statement.ts"
import { Files, pathsOf, sourcesByName } from "./table-names.ts"
import { type OpenTable, withTables } from "./tables.ts"

const ROWS = 100
const MOST_ROWS = 1000

/** Answers a question in SQL. The whole result is counted, its beginning is shown. */
export const queryData = defineTool({
  name: "query_data",
  description:
    "Run one reading SQL statement (DuckDB) over CSV, TSV, JSON, Parquet or Excel files of the workspace. All rows of the result are counted, the first 100 shown. It changes no file; for what SQL can't say, use run_code.",
  input: z.object({
    files: Files.describe('table names and files, as in {"sales": "data/sales.csv"}; or files, named after themselves'),
    sql: z.string(),
    limit: z.int().min(1).max(MOST_ROWS).optional().describe("rows to show"),
  }),
  access: "read",
  traits: BUILT_IN.data.query_data,
  repeat: "safe",
  timeoutMs: 60_000,
  paths: ({ files }) => pathsOf(files).map(normalisePath),
  title: ({ sql }) => `Query ${shorten(sql, 100)}`,

  async execute({ files, sql, limit = ROWS }, context) {
    return withTables(sourcesByName(files), context, async (database, tables) => {
      try {
        return resultText(await database.read(await prepareReading(database, sql), limit))
      } catch (error) {
        throw error instanceof SqlError ? sqlFailure(error, await tablesHint(database, tables)) : error
      }
    })
  },
})

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
