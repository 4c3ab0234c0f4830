import type { DuckDBValue } from "@duckdb/node-api"
import { clip } from "../../text/clip.ts"
import { type DateTexts, datesOf, isUnsortedDate } from "./csv/date-texts.ts"
import { markdownTable } from "./markdown-table.ts"
import { type DataColumn, findIssues, listValues, MOST_LISTED } from "./quality.ts"
import type { Database } from "./sql/database.ts"
import { SqlError } from "./sql/sql-failure.ts"
import { identifier } from "./sql/sql-text.ts"

/** Columns with more distinct values than this have no top values worth naming. */
const MOST_DISTINCT = 1000
const TOP_VALUES = 3

/** Up to here everything is counted exactly, and looked at more than once. */
const MOST_CELLS = 20_000_000
/** Short tables are shown by their rows. */
const LEAST_LISTED = 20

const HEADS = ["min", "25% ≈", "median ≈", "75% ≈", "max", "mean", "most frequent"]
const [MIN, MAX] = [0, 4]

type Summary = { readonly name: string; readonly type: string; readonly distinct: number; readonly figures: string[] }

/** What there is to know of a table's columns, as one table; its number of rows; and what is worth a look. */
export type DescribedTable = {
  readonly rows: number
  readonly text: string
  readonly values: readonly string[]
  readonly issues: readonly string[]
}

export async function describeColumns(database: Database, table: string): Promise<DescribedTable> {
  const summaries = (await database.query(`SELECT ${SUMMARY} FROM (SUMMARIZE ${identifier(table)})`)).map(toSummary)
  const { rows, details } = await countColumns(database, table, summaries)
  const copy = rows * summaries.length <= MOST_CELLS ? await copyOf(database, table) : undefined
  const exact = copy === undefined ? undefined : await countDistinct(database, copy, summaries)
  const columns = summaries.map(({ name, type, distinct }, index): DataColumn => {
    const nulls = details[index]?.nulls ?? 0
    return { name, type, nulls, distinct: exact?.[index] ?? Math.min(distinct, rows - nulls) }
  })
  const dates = await findDates(database, copy, summaries)
  const isListed = exact && rows > LEAST_LISTED
  const lines = columns.map(({ name, type, nulls, distinct }, index) => {
    const top = isListed && distinct <= MOST_LISTED ? "all below" : (details[index]?.top ?? "")
    return [
      name,
      type,
      String(nulls),
      String(distinct),
      ...figuresOf(summaries[index], dates[index]),
      distinct > 0 ? top : "",
    ]
  })
  const namesOfDates = new Set(summaries.flatMap(({ name }, index) => (dates[index] ? [name] : [])))
  const heads = ["column", "type", "nulls", exact ? "distinct" : "distinct ≈", ...HEADS]
  return {
    rows,
    text: markdownTable(heads, lines),
    values: copy && isListed ? await listValues(database, copy, columns) : [],
    issues: [
      ...dates.flatMap((found) => (found ? [found.note] : [])),
      ...(copy ? await findIssues(database, copy, { rows, columns, dates: namesOfDates }) : []),
    ],
  }
}

/** Per column what it says as dates, where it has them as text. */
async function findDates(
  database: Database,
  copy: string | undefined,
  summaries: readonly Summary[],
): Promise<(DateTexts | undefined)[]> {
  const found = summaries.map(({ name, type, figures }) => {
    if (!/^VARCHAR/.test(type)) return undefined
    if (copy !== undefined) return datesOf(database, copy, name)
    const isUnsorted = [figures[MIN], figures[MAX]].some((text) => text !== undefined && isUnsortedDate(text))
    const note = `${name}: seems to have dates as text; no min and max, for the table is too large to compare them as dates.`
    return isUnsorted ? { least: "", most: "", note } : undefined
  })
  return await Promise.all(found)
}

function figuresOf(summary: Summary | undefined, dates: DateTexts | undefined): readonly string[] {
  const figures = summary?.figures ?? []
  return dates ? figures.with(MIN, dates.least).with(MAX, dates.most) : figures
}

/** What is looked at again and again is read once; `undefined` where it doesn't fit into memory. */
async function copyOf(database: Database, table: string): Promise<string | undefined> {
  try {
    await database.query(`CREATE TABLE ${identifier(COPY)} AS SELECT * FROM ${identifier(table)}`)
    return COPY
  } catch (error) {
    if (error instanceof SqlError) return undefined
    throw error
  }
}

const COPY = "rows that were read"

async function countDistinct(database: Database, table: string, summaries: readonly Summary[]): Promise<number[]> {
  const counts = summaries.map(({ name }) => `count(DISTINCT ${identifier(name)})`)
  const [row = []] = await database.query(`SELECT ${counts.join(", ")} FROM ${identifier(table)}`)
  return row.map(Number)
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
