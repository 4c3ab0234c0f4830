import type { DuckDBValue } from "@duckdb/node-api"
import { clip } from "../../text/clip.ts"
import { count } from "../code/text/text.ts"
import type { Database } from "./sql/database.ts"
import { identifier } from "./sql/sql-text.ts"

/** A column with what is known of it. */
export type DataColumn = {
  readonly name: string
  readonly type: string
  readonly nulls: number
  readonly distinct: number
}

/** Columns with no more values than these are told by all of them. */
export const MOST_LISTED = 20
/** A table that is shown whole, or nearly so, needs no such lists. */
const LEAST_ROWS = 20
const MOST_COMPARED = 5000
const MOST_FORMS = 6
const MOST_EXAMPLES = 3
/** A column with so many different values is meant to have each once. */
const KEY_SHARE = 0.9
const NUMBER_SHARE = 0.5

/** All values of the columns that have few. A text stands in quotes, so that its blanks can be seen. */
export async function listValues(database: Database, table: string, columns: readonly DataColumn[]): Promise<string[]> {
  const lists = columns.map(async ({ name, type, nulls, distinct }) => {
    if (distinct === 0 || distinct > MOST_LISTED) return []
    const values = await frequencies(database, table, `${identifier(name)}::VARCHAR`)
    const missing = nulls > 0 ? [`NULL ${nulls}`] : []
    return [
      `${name} (${distinct}): ${[...values.map(([value, amount]) => `${/^VARCHAR/.test(type) ? quoted(value) : `${value}:`} ${amount}`), ...missing].join(", ")}`,
    ]
  })
  return (await Promise.all(lists)).flat()
}

/** `dates`: columns with dates as text, whose forms were told. */
type FoundTable = {
  readonly rows: number
  readonly columns: readonly DataColumn[]
  readonly dates: ReadonlySet<string>
}

/** What somebody who works with the data has to know of it: what comes twice, and what is written in more than one way. */
export async function findIssues(
  database: Database,
  table: string,
  { rows, columns, dates }: FoundTable,
): Promise<string[]> {
  if (rows < LEAST_ROWS) return []
  const each = columns.map(async (column) => [
    ...(await repeatedKeys(database, table, column, rows)),
    ...(/^VARCHAR/.test(column.type) ? await mixedText(database, table, column, dates.has(column.name)) : []),
  ])
  return [...(await repeatedRows(database, table, rows)), ...(await Promise.all(each)).flat()]
}

async function repeatedRows(database: Database, table: string, rows: number): Promise<string[]> {
  const [[different] = []] = await database.query(`SELECT count(*) FROM (SELECT DISTINCT * FROM ${identifier(table)})`)
  const again = rows - Number(different)
  return again > 0
    ? [`${count(again, "row")} ${again === 1 ? "is" : "are"} the same as an earlier one in every column.`]
    : []
}

async function repeatedKeys(database: Database, table: string, column: DataColumn, rows: number): Promise<string[]> {
  const { name, type, nulls, distinct } = column
  const filled = rows - nulls
  const isKey =
    /^(VARCHAR|U?(BIG|HUGE)INT|U?INTEGER|UUID)/.test(type) && distinct < filled && distinct >= filled * KEY_SHARE
  if (!isKey) return []
  const values = await frequencies(database, table, `${identifier(name)}::VARCHAR`, "HAVING count(*) > 1")
  const again = filled - distinct
  const one = `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`
  return [
    `${count(again, "row")} ${again === 1 ? "repeats" : "repeat"} ${one} that was there before: ${examples(values)}.`,
  ]
}

async function mixedText(
  database: Database,
  table: string,
  { name, nulls, distinct }: DataColumn,
  isDate: boolean,
): Promise<string[]> {
  const column = identifier(name)
  const source = `(SELECT ${column} AS v FROM ${identifier(table)} WHERE ${column} IS NOT NULL)`
  const [[blank, numbers, filled] = []] = await database.query(
    `SELECT count(*) FILTER (regexp_matches(v, '^\\s|\\s$')), count(TRY_CAST(v AS DOUBLE)), count(*) FROM ${source}`,
  )
  const share = Number(numbers) / Math.max(1, Number(filled))
  return [
    ...(Number(blank) > 0 ? [`${name}: ${count(Number(blank), "value")} with blanks at an end.`] : []),
    ...(distinct <= MOST_COMPARED ? await spellings(database, source, name) : []),
    ...(share >= NUMBER_SHARE && share < 1 ? [await notNumbers(database, source, name, Number(numbers))] : []),
    ...(!isDate && share < NUMBER_SHARE && nulls < Number(filled) + nulls ? await forms(database, source, name) : []),
  ]
}

/** Values that differ in capitals and blanks only. */
async function spellings(database: Database, source: string, name: string): Promise<string[]> {
  const groups = await database.query(
    `SELECT string_agg(v, chr(0) ORDER BY n DESC, v) FROM (SELECT v, count(*) AS n FROM ${source} GROUP BY v)
      GROUP BY lower(regexp_replace(trim(v), '\\s+', ' ', 'g')) HAVING count(*) > 1 ORDER BY 1`,
  )
  if (groups.length === 0) return []
  const shown = groups
    .slice(0, 2 * MOST_EXAMPLES)
    .map(([values]) => String(values).split("\0").slice(0, 4).map(quoted).join(" = "))
  return [`${name}: the same but for capitals and blanks: ${listed(shown, groups.length)}.`]
}

async function notNumbers(database: Database, source: string, name: string, numbers: number): Promise<string> {
  const others = `(SELECT v FROM ${source} WHERE TRY_CAST(v AS DOUBLE) IS NULL)`
  const values = await grouped(database, others, "v")
  const amount = values.reduce((sum, [, times]) => sum + times, 0)
  return `${name}: ${count(numbers, "value")} that ${numbers === 1 ? "is a number" : "are numbers"}, ${amount} that ${amount === 1 ? "is" : "are"} not: ${examples(values)}.`
}

/** Dates, codes and amounts that are written in a few different ways, each shown by one of them. */
async function forms(database: Database, source: string, name: string): Promise<string[]> {
  const found = await database.query(
    `SELECT min(trim(v)), count(*), bool_or(regexp_matches(v, '[0-9]')) FROM ${source} GROUP BY ${FORM} ORDER BY 2 DESC, 1 LIMIT ${MOST_FORMS + 1}`,
  )
  const isTelling =
    found.length > 1 && found.length <= MOST_FORMS && found.some(([, , hasDigits]) => hasDigits === true)
  if (!isTelling) return []
  return [
    `${name}: written in ${found.length} forms: ${found.map(([value, amount]) => `as ${quoted(value ?? "")} ${amount}`).join(", ")}.`,
  ]
}

/** Words and numbers of any length are alike; where three numbers are a date, its year stands apart. */
const FORM = `regexp_replace(CASE WHEN regexp_matches(v, '^\\s*[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}') THEN regexp_replace(v, '[0-9]{4}', 'Y')
  ELSE regexp_replace(trim(v), '\\p{L}+', 'a', 'g') END, '[0-9]+', '9', 'g')`

type Frequency = readonly [value: string, amount: number]

function frequencies(database: Database, table: string, value: string, having = ""): Promise<Frequency[]> {
  return grouped(database, identifier(table), value, having)
}

async function grouped(database: Database, source: string, value: string, having = ""): Promise<Frequency[]> {
  const rows = await database.query(
    `SELECT ${value} AS k, count(*) AS n FROM ${source} WHERE ${value} IS NOT NULL GROUP BY k ${having} ORDER BY n DESC, k`,
  )
  return rows.map(([key, amount]) => [String(key), Number(amount)])
}

function examples(values: readonly Frequency[]): string {
  const shown = values.slice(0, MOST_EXAMPLES).map(([value, amount]) => `${quoted(value)} ${amount}`)
  return listed(shown, values.length)
}

function listed(shown: readonly string[], total: number): string {
  return shown.join(", ") + (total > shown.length ? `, and ${total - shown.length} more` : "")
}

function quoted(value: DuckDBValue): string {
  return JSON.stringify(clip(String(value), 60))
}
