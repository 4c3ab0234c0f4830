import type { DuckDBValue } from "@duckdb/node-api"
import { clip } from "../../text/clip.ts"
import type { Database } from "./database.ts"
import { markdownTable } from "./markdown-table.ts"
import { identifier } from "./sql-text.ts"

/** Columns with more distinct values than this have no top values worth naming. */
const MOST_DISTINCT = 1000
const TOP_VALUES = 3

const HEADS = [
  "column",
  "type",
  "nulls",
  "distinct ≈",
  "min",
  "25% ≈",
  "median ≈",
  "75% ≈",
  "max",
  "mean",
  "most frequent",
]

type Summary = { readonly name: string; readonly type: string; readonly distinct: number; readonly figures: string[] }

/** What there is to know of a table's columns, as one table; and its number of rows. */
export async function describeColumns(database: Database, table: string): Promise<{ rows: number; text: string }> {
  const summaries = (await database.query(`SELECT ${SUMMARY} FROM (SUMMARIZE ${identifier(table)})`)).map(toSummary)
  const { rows, details } = await countColumns(database, table, summaries)
  const lines = summaries.map(({ name, type, distinct, figures }, index) => {
    const { nulls, top } = details[index] ?? { nulls: 0, top: "" }
    return [name, type, String(nulls), String(Math.min(distinct, rows - nulls)), ...figures, top]
  })
  return { rows, text: markdownTable(HEADS, lines) }
}

const SUMMARY = "column_name, column_type, approx_unique, min, q25, q50, q75, max, avg"

function toSummary([name, type, distinct, ...figures]: readonly DuckDBValue[]): Summary {
  return { name: String(name), type: String(type), distinct: Number(distinct), figures: figures.map(shortFigure) }
}

/** Long fractions and long texts say no more than short ones. */
function shortFigure(value: DuckDBValue): string {
  if (value === null) return ""
  const text = String(value)
  if (/^-?\d+\.\d{5,}$/.test(text)) return String(Number(Number(text).toPrecision(6)))
  return clip(text, 40)
}

type Detail = { readonly nulls: number; readonly top: string }

/** One pass for all columns: how many values are missing, and which are the most frequent. */
async function countColumns(database: Database, table: string, summaries: readonly Summary[]) {
  const wanted = summaries.flatMap(({ name, type, distinct }) => {
    const column = identifier(name)
    const hasTop = /^(VARCHAR|BOOLEAN|ENUM)/.test(type) && distinct <= MOST_DISTINCT
    return [`count(${column})`, hasTop ? topValues(column) : "NULL"]
  })
  const [row = []] = await database.query(`SELECT ${["count(*)", ...wanted].join(", ")} FROM ${identifier(table)}`)
  const rows = Number(row[0])
  const details = summaries.map(
    (_, index): Detail => ({ nulls: rows - Number(row[index * 2 + 1]), top: String(row[index * 2 + 2] ?? "") }),
  )
  return { rows, details }
}

/** `a (3), b (2)`: by number, then by name, so that it is always the same. */
function topValues(column: string): string {
  const entries = `map_entries(histogram(${column}::VARCHAR))`
  const sorted = `list_sort(list_transform(${entries}, lambda e: {'n': -e.value::BIGINT, 'k': e.key}))`
  const shown = `list_transform(${sorted}[1:${TOP_VALUES}], lambda e: left(e.k, 30) || ' (' || (-e.n) || ')')`
  return `array_to_string(${shown}, ', ')`
}
