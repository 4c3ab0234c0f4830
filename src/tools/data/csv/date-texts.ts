import { clip } from "../../../text/clip.ts"
import { count } from "../../code/text/text.ts"
import type { Database } from "../sql/database.ts"
import { identifier, literal } from "../sql/sql-text.ts"

/* Dates that stand in a file as text: as text "28.12.2025" comes after "2025-01-01", and so do their min and max. */

/** `pattern`: what a date of this form looks like; `reads`: how DuckDB reads it, or each way in which it could be read. */
type DateForm = { readonly name: string; readonly pattern: string; readonly reads: readonly string[] }

const [YEAR, ONE] = ["[0-9]{4}", "[0-9]{1,2}"]
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
const LONG_MONTH = "(january|february|march|april|may|june|july|august|september|october|november|december)"

/** Of these the day or the month may come first: what cannot be a month says which. */
const EITHER: readonly DateForm[] = ["/", "-"].flatMap((sign) =>
  [
    [YEAR, "YYYY", "%Y"],
    ["[0-9]{2}", "YY", "%y"],
  ].map(([year = "", name = "", read = ""]) => ({
    name: `DD${sign}MM${sign}${name}`,
    pattern: `${ONE}${sign}${ONE}${sign}${year}`,
    reads: [`%d${sign}%m${sign}${read}`, `%m${sign}%d${sign}${read}`],
  })),
)

const FORMS: readonly DateForm[] = [
  ...["-", "/", "."].map((sign) => ({
    name: `YYYY${sign}MM${sign}DD`,
    pattern: `${YEAR}[${sign}]${ONE}[${sign}]${ONE}`,
    reads: [`%Y${sign}%m${sign}%d`],
  })),
  { name: "DD.MM.YYYY", pattern: `${ONE}[.]${ONE}[.]${YEAR}`, reads: ["%d.%m.%Y"] },
  { name: "DD.MM.YY", pattern: `${ONE}[.]${ONE}[.][0-9]{2}`, reads: ["%d.%m.%y"] },
  { name: "YYYY年M月D日", pattern: `${YEAR}年${ONE}月${ONE}日`, reads: ["%Y年%m月%d日"] },
  { name: "D MMM YYYY", pattern: `${ONE} ${MONTH} ${YEAR}`, reads: ["%d %b %Y"] },
  { name: "D-MMM-YYYY", pattern: `${ONE}-${MONTH}-${YEAR}`, reads: ["%d-%b-%Y"] },
  { name: "MMM D, YYYY", pattern: `${MONTH} ${ONE}, ${YEAR}`, reads: ["%b %d, %Y"] },
  { name: "D MMMM YYYY", pattern: `${ONE} ${LONG_MONTH} ${YEAR}`, reads: ["%d %B %Y"] },
  { name: "MMMM D, YYYY", pattern: `${LONG_MONTH} ${ONE}, ${YEAR}`, reads: ["%B %d, %Y"] },
  ...EITHER,
]

/** A time behind the date counts for nothing here. */
const TIME = "([T ][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?( ?(Z|[+-][0-9]{2}:?[0-9]{2}))?)?"
/** With fewer dates a column is no column of dates. */
const DATE_SHARE = 0.5
const MOST_OTHERS = 3
const SAMPLE_ROWS = 5000

/** What a column of text says as dates. `least` and `most` are empty where its dates can't be compared. */
export type DateTexts = { readonly least: string; readonly most: string; readonly note: string }

/** Texts that are sorted as the dates that they are. */
const SORTED = "^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]|$)"

/** Whether a text that is the first or last of its column begins as a date that texts are not sorted by. */
export function isUnsortedDate(text: string): boolean {
  return !new RegExp(SORTED).test(text) && FORMS.some(({ pattern }) => new RegExp(`^${pattern}`, "i").test(text.trim()))
}

/** Undefined where the column is no column of dates, or one that texts are sorted by. */
export async function datesOf(database: Database, table: string, name: string): Promise<DateTexts | undefined> {
  if (!(await hasDates(database, table, name))) return undefined
  // Dates come again and again: each is read once.
  const values = `dates of ${name}`
  const source = identifier(values)
  const column = identifier(name)
  await database.query(
    `CREATE TABLE ${source} AS SELECT trim(${column}) AS v, count(*)::BIGINT AS n FROM ${identifier(table)} WHERE ${column} IS NOT NULL GROUP BY 1`,
  )
  try {
    return await datesIn(database, source, name)
  } finally {
    await database.query(`DROP TABLE ${source}`)
  }
}

/** Looks at some thousands of rows from everywhere in the table. */
async function hasDates(database: Database, table: string, name: string): Promise<boolean> {
  const column = identifier(name)
  const step = `(SELECT count(*) // ${SAMPLE_ROWS} + 1 FROM ${identifier(table)})`
  const sample = `(SELECT trim(${column}) AS v FROM ${identifier(table)} WHERE rowid % ${step} = 0 AND ${column} IS NOT NULL)`
  const [[filled, like] = []] = await database.query(
    `SELECT count(*), count(*) FILTER (${matches(ANY)}) FROM ${sample}`,
  )
  return Number(like) > 0 && Number(like) >= (Number(filled) * DATE_SHARE) / 2
}

async function datesIn(database: Database, source: string, name: string): Promise<DateTexts | undefined> {
  const [[filled, sorted] = []] = await database.query(
    `SELECT sum(n), sum(n) FILTER (regexp_matches(v, '${SORTED}')) FROM ${source}`,
  )
  if (Number(sorted) === Number(filled)) return undefined
  const found: FoundForm[] = []
  for (const form of FORMS) found.push(...(await readForm(database, source, form)))
  found.sort((a, b) => b.all - a.all)
  const dates = found.reduce((sum, { all }) => sum + all, 0)
  if (dates === 0 || dates < Number(filled) * DATE_SHARE) return undefined
  return told(name, found, await otherTexts(database, source, found))
}

function told(name: string, found: readonly FoundForm[], others: string): DateTexts {
  const forms = found.map(({ shown, all }) => `${shown} ${all}`).join(", ")
  const said = `${name}: dates as text, ${found.length === 1 ? "as" : `in ${found.length} formats:`} ${forms}${others}`
  const unread = found.flatMap(({ why }) => (why === undefined ? [] : [why]))
  if (unread.length > 0) return { least: "", most: "", note: `${said}. No min and max: ${unread.join("; ")}.` }
  const least = found.map((form) => form.least).sort()[0] ?? ""
  const most =
    found
      .map((form) => form.most)
      .sort()
      .at(-1) ?? ""
  return { least, most, note: `${said}. Min and max are those of the dates.` }
}

function matches(pattern: string): string {
  return `regexp_matches(v, ${literal(`^(${pattern})${TIME}$`)}, 'i')`
}

const ANY = FORMS.map(({ pattern }) => pattern).join("|")

type FoundForm = {
  readonly shown: string
  readonly pattern: string
  readonly all: number
  readonly least: string
  readonly most: string
  /** Why they can't be read. */
  readonly why?: string
}

/** None where nothing has this form, or where what has it are no dates at all. */
async function readForm(database: Database, source: string, form: DateForm): Promise<FoundForm[]> {
  const { name, pattern, reads } = form
  const date = `regexp_extract(v, ${literal(`^(${pattern})${TIME}$`)}, 1, 'i')`
  const ways = reads.map((read) => `try_strptime(d, ${literal(read)})::DATE`)
  const figures = ways.flatMap((way) => [
    `coalesce(sum(n) FILTER (${way} IS NOT NULL), 0)`,
    `min(${way})::VARCHAR`,
    `max(${way})::VARCHAR`,
  ])
  const [[amount, either, ...rest] = []] = await database.query(
    `SELECT coalesce(sum(n), 0), coalesce(sum(n) FILTER (coalesce(${ways.join(", ")}) IS NOT NULL), 0), ${figures.join(", ")}
      FROM (SELECT ${date} AS d, n FROM ${source}) WHERE d <> ''`,
  )
  const all = Number(amount)
  if (all === 0 || Number(either) < all * DATE_SHARE) return []
  const whole = ways.flatMap((_, index) =>
    Number(rest[index * 3]) === all
      ? [{ index, least: String(rest[index * 3 + 1]), most: String(rest[index * 3 + 2]) }]
      : [],
  )
  const [way] = whole
  if (way && whole.length === 1) return [{ ...way, shown: way.index === 1 ? monthFirst(name) : name, pattern, all }]
  const shown = reads.length > 1 ? `${name} or ${monthFirst(name)}` : name
  const why =
    whole.length > 1
      ? `day and month of ${shown} can't be told apart`
      : Number(either) < all
        ? `${count(all - Number(either), "value")} of ${shown} ${all - Number(either) === 1 ? "is" : "are"} on no calendar`
        : `day and month of ${shown} change places`
  return [{ shown, pattern, all, least: "", most: "", why }]
}

function monthFirst(name: string): string {
  return name.replace(/^DD(.)MM/, "MM$1DD")
}

async function otherTexts(database: Database, source: string, found: readonly FoundForm[]): Promise<string> {
  const isDate = matches(found.map(({ pattern }) => pattern).join("|") || "$")
  const values = await database.query(
    `SELECT v, n, sum(n) OVER () FROM ${source} WHERE NOT ${isDate} ORDER BY n DESC, v LIMIT ${MOST_OTHERS}`,
  )
  const amount = Number(values[0]?.[2] ?? 0)
  if (amount === 0) return ""
  const shown = values.map(([value, times]) => `${JSON.stringify(clip(String(value), 60))} ${times}`).join(", ")
  return `; ${count(amount, "value")} ${amount === 1 ? "is" : "are"} no date: ${shown}`
}
