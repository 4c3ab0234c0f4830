import type { DuckDBValue } from "@duckdb/node-api"
import type { Dataset } from "../dataset.ts"
import type { Database } from "../sql/database.ts"
import { SqlError } from "../sql/sql-failure.ts"
import { exactly, literal } from "../sql/sql-text.ts"

/** Files up to this are looked at as a whole before types are decided; in larger ones a late surprise is an error. */
const WHOLE_BYTES = 200_000_000
const SAMPLE_ROWS = 500_000
const NOTHING = "(empty)"

/** How a CSV file is written. */
export type Dialect = {
  readonly delimiter: string
  readonly quote: string
  readonly escaping: string
  readonly skip: number
  readonly header: boolean
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly dateFormat: string | null
  readonly timestampFormat: string | null
  /** Lines have different numbers of fields. */
  readonly isRagged: boolean
}

/**
 * Finds out how a file is written. DuckDB wants all lines alike: where some are not, it takes each line for one field or leaves
 * lines out. Then it is asked again to take them as they are.
 */
export async function findDialect(database: Database, dataset: Dataset): Promise<Dialect> {
  const plain = await sniffAlike(database, dataset)
  const ragged = plain ? raggedDelimiter(plain) : dataset.delimiter
  if (ragged === undefined && plain) return plain
  return { ...(await sniff(database, dataset, ragged, ", null_padding = true")), isRagged: true }
}

/** Undefined where DuckDB finds no way to take the lines as alike. */
async function sniffAlike(database: Database, dataset: Dataset): Promise<Dialect | undefined> {
  try {
    return await sniff(database, dataset, dataset.delimiter)
  } catch (error) {
    if (error instanceof SqlError && /when sniffing/i.test(error.message)) return undefined
    throw error
  }
}

/** What the fields of uneven lines are separated by; undefined where there is no sign of such lines. */
function raggedDelimiter({ delimiter, columns, skip, header }: Dialect): string | undefined {
  if (columns.length > 1) return skip > 0 && !header ? delimiter : undefined
  const head = columns[0]?.name ?? ""
  const times = (candidate: string) => head.split(candidate).length - 1
  const [best = ""] = [",", ";", "\t", "|"].sort((a, b) => times(b) - times(a))
  return times(best) > 0 ? best : undefined
}

async function sniff(
  database: Database,
  { file, size }: Dataset,
  delimiter: string | undefined,
  more = "",
): Promise<Dialect> {
  const given = delimiter === undefined ? "" : `, delim = ${literal(delimiter)}`
  const sample = size <= WHOLE_BYTES ? -1 : SAMPLE_ROWS
  const [row] = await database.query(
    `SELECT Delimiter, Quote, "Escape", SkipRows, HasHeader, "Columns"::JSON, DateFormat, TimestampFormat
     FROM sniff_csv(${literal(exactly(file))}, sample_size = ${sample}${given}${more})`,
  )
  return toDialect(row ?? [])
}

function toDialect(row: readonly DuckDBValue[]): Dialect {
  const [delimiter, quote, escaping, skip, header, columns, dateFormat, timestampFormat] = row
  const orNothing = (value: DuckDBValue | undefined) => (value === NOTHING ? "" : String(value))
  return {
    delimiter: orNothing(delimiter),
    // A quote that the sample did without may still come.
    quote: orNothing(quote) || '"',
    escaping: orNothing(escaping) || '"',
    skip: Number(skip),
    header: Boolean(header),
    columns: JSON.parse(String(columns)),
    dateFormat: dateFormat === null ? null : String(dateFormat),
    timestampFormat: timestampFormat === null ? null : String(timestampFormat),
    isRagged: false,
  }
}
