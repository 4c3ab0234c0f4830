import { z } from "zod"
import { formatSize } from "../artifact-limits.ts"
import { BUILT_IN } from "../built-in.ts"
import { count, normalisePath } from "../code/text.ts"
import { defineTool } from "../tool.ts"
import { DataSource } from "./dataset.ts"
import { markdownTable } from "./markdown-table.ts"
import { identifier } from "./sql-text.ts"
import { describeColumns } from "./statistics.ts"
import { type OpenTable, readFailure, withTables } from "./tables.ts"

const SAMPLE_ROWS = 5
const LARGEST_SAMPLE = 50

/** Says what is in a file of data without showing all of it. */
export const readDataset = defineTool({
  name: "read_dataset",
  description:
    "Say what is in a CSV, TSV, JSON, Parquet or Excel file: columns, types, statistics over all rows, and a few rows. To count, filter or join, use query_data.",
  input: DataSource.extend({
    rows: z.int().min(0).max(LARGEST_SAMPLE).optional().describe("of the sample; 5 by default"),
  }),
  access: "read",
  traits: BUILT_IN.data.read_dataset,
  repeat: "safe",
  timeoutMs: 60_000,
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Read data ${normalisePath(path)}`,

  async execute({ rows = SAMPLE_ROWS, ...source }, context) {
    return withTables(new Map([["data", source]]), context, async (database, [table]) => {
      if (!table) return ""
      try {
        const columns = await describeColumns(database, table.name)
        const statement = await database.prepare(`SELECT * FROM ${identifier(table.name)} LIMIT ${rows}`)
        const sample = await database.read(statement, rows)
        return [
          titleOf(table, columns.rows, sample.columns.length),
          columns.text,
          `First ${count(sample.rows.length, "row")}:\n${markdownTable(sample.columns, sample.rows)}`,
        ].join("\n\n")
      } catch (error) {
        throw readFailure(table.dataset, error)
      }
    })
  },
})

function titleOf({ dataset, notes }: OpenTable, rows: number, columns: number): string {
  const { path, format, size } = dataset
  const form = [NAMES[format], formatSize(size), ...notes].join("; ")
  return `${path}: ${count(rows, "row")}, ${count(columns, "column")} (${form}).`
}

const NAMES = { csv: "CSV", json: "JSON", parquet: "Parquet", xlsx: "Excel" } as const
