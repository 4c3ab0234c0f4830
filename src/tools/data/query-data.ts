import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { runInChild } from "../child/run-in-child.ts"
import { normalisePath, shorten } from "../code/text/text.ts"
import { defineTool } from "../tool.ts"
import { locateSources } from "./locate-sources.ts"
import { dataEngine } from "./sql/duckdb.ts"
import { Files, pathsOf, sourcesByName } from "./table-names.ts"

const ROWS = 100
const MOST_ROWS = 1000

/** Answers a question in SQL. The whole result is counted, its beginning is shown. */
export const queryData = defineTool({
  name: "query_data",
  description:
    "Run one read-only SQL statement (DuckDB) over CSV, TSV, JSON, Parquet or Excel files. All rows of the result are counted, the first 100 are shown.",
  input: z.object({
    files: Files.describe('tables by name, as in {"sales": "data/sales.csv"}; or a list of files, which name them'),
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
    const sources = await locateSources(sourcesByName(files), context)
    const request = { ...dataEngine(context), sources, sql, limit }
    return runInChild(context, { job: "query_data", request }, { advice: ADVICE })
  },
})

const ADVICE = "Filter or aggregate earlier, select fewer columns, or make shorter values."
