import type { Dataset } from "../dataset.ts"
import type { Database } from "../sql/database.ts"
import { columnMap, exactly, literal } from "../sql/sql-text.ts"
import { type Dialect, findDialect } from "./csv-dialect.ts"

/** Short lines and line breaks in fields go together only when one thread reads. */
const UNEVEN = "null_padding = true, parallel = false"

/** How to read a CSV file, decided once, and what was decided. */
export async function scanCsv(database: Database, dataset: Dataset): Promise<{ scan: string; notes: string[] }> {
  const dialect = await findDialect(database, dataset)
  return { scan: `read_csv(${literal(exactly(dataset.file))}, ${options(dialect)})`, notes: notesOn(dialect) }
}

/** How to read what `writeSheet` wrote. */
export function scanSheet(file: string, columns: readonly { readonly name: string; readonly type: string }[]): string {
  const fixed = `auto_detect = false, hive_partitioning = false, header = false, delim = ',', quote = '"', escape = '"'`
  const strict = `allow_quoted_nulls = false, ${UNEVEN}`
  return `read_csv(${literal(exactly(file))}, ${fixed}, ${strict}, columns = ${columnMap(columns)})`
}

function options(dialect: Dialect): string {
  const { delimiter, quote, escaping, skip, header, columns, dateFormat, timestampFormat, isRagged } = dialect
  return [
    "auto_detect = false",
    "hive_partitioning = false",
    ...(delimiter === "" ? [] : [`delim = ${literal(delimiter)}`]),
    `quote = ${literal(quote)}`,
    `escape = ${literal(escaping)}`,
    `skip = ${skip}`,
    `header = ${header}`,
    `columns = ${columnMap(columns)}`,
    ...(dateFormat ? [`dateformat = ${literal(dateFormat)}`] : []),
    ...(timestampFormat ? [`timestampformat = ${literal(timestampFormat)}`] : []),
    ...(isRagged ? [UNEVEN] : []),
  ].join(", ")
}

const DELIMITERS: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", " ": "space" }

function notesOn({ delimiter, skip, header, columns, isRagged }: Dialect): string[] {
  return [
    ...(columns.length > 1 ? [`separated by ${DELIMITERS[delimiter] ?? `"${delimiter}"`}`] : []),
    header ? "first line names the columns" : "no line that names the columns",
    ...(isRagged
      ? ["lines differ in their number of fields: missing ones are NULL, extra ones are in the last columns"]
      : []),
    ...(skip === 1 ? ["the first line was skipped, for it does not fit the others"] : []),
    ...(skip > 1 ? [`the first ${skip} lines were skipped, for they don't fit the others`] : []),
  ]
}
