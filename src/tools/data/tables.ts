import { ToolFailure } from "../tool.ts"
import { scanCsv, scanSheet } from "./csv/csv.ts"
import { notUtf8 } from "./csv/text-encoding.ts"
import { type Dataset, type LocatedSource, openDataset } from "./dataset.ts"
import { Scratch } from "./scratch.ts"
import { Database, type DataEngine } from "./sql/database.ts"
import { causeOf, SqlError } from "./sql/sql-failure.ts"
import { exactly, identifier, literal } from "./sql/sql-text.ts"

/** A dataset under its name in the database, and what was found out about its form. */
export type OpenTable = { readonly name: string; readonly dataset: Dataset; readonly notes: readonly string[] }

/** Opens datasets as tables of one database, lets `work` use them, and leaves nothing behind. */
export async function withTables<T>(
  sources: ReadonlyMap<string, LocatedSource>,
  engine: DataEngine,
  work: (database: Database, tables: readonly OpenTable[]) => Promise<T>,
): Promise<T> {
  await using scratch = new Scratch()
  const datasets: [string, Dataset][] = []
  for (const [name, source] of sources) datasets.push([name, await openDataset(source, scratch)])
  using database = await Database.open(
    datasets.map(([, { file }]) => file),
    engine,
  )
  const tables: OpenTable[] = []
  for (const [name, dataset] of datasets) tables.push(await createTable(database, name, dataset))
  return await work(database, tables)
}

async function createTable(database: Database, name: string, dataset: Dataset): Promise<OpenTable> {
  try {
    const { scan, notes } = await scanOf(database, dataset)
    await database.query(`CREATE VIEW ${identifier(name)} AS SELECT * FROM ${scan}`)
    return { name, dataset, notes }
  } catch (error) {
    throw readFailure(dataset, error)
  }
}

/** A failure that lies in the file rather than in the query. */
export function readFailure({ path, file }: Dataset, error: unknown): unknown {
  if (!(error instanceof SqlError)) return error
  if (/not utf-8|invalid unicode|invalid utf/i.test(error.message)) return notUtf8(path)
  // A copy's name says nothing to anyone.
  return new ToolFailure(`"${path}" can't be read. ${causeOf(error.message.replaceAll(file, path))}`)
}

async function scanOf(database: Database, dataset: Dataset): Promise<{ scan: string; notes: readonly string[] }> {
  const { format, file, sheet } = dataset
  if (sheet) return { scan: scanSheet(file, sheet.columns), notes: sheetNotes(sheet) }
  if (format === "csv") return scanCsv(database, dataset)
  const path = literal(exactly(file))
  if (format === "parquet") return { scan: `read_parquet(${path}, hive_partitioning = false)`, notes: [] }
  return { scan: `read_json(${path}, hive_partitioning = false, sample_size = -1)`, notes: [] }
}

function sheetNotes({ sheet, sheets }: NonNullable<Dataset["sheet"]>): string[] {
  const others = sheets.filter((name) => name !== sheet)
  return [`sheet "${sheet}"`, ...(others.length > 0 ? [`other sheets: ${others.join(", ")}`] : [])]
}
