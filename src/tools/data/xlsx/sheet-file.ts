import { createWriteStream } from "node:fs"
import { finished } from "node:stream/promises"
import { ToolFailure } from "../../tool.ts"
import type { Scratch } from "../scratch.ts"
import type { Cell } from "./cell.ts"
import { type SheetRow, sheetRows } from "./sheet.ts"
import { findSheet, openWorkbook } from "./workbook.ts"

export type Column = { readonly name: string; readonly type: string }

/** A sheet as a file that DuckDB reads: comma separated, without a head, short rows left short. */
export type SheetFile = {
  readonly file: string
  readonly columns: readonly Column[]
  readonly sheet: string
  readonly sheets: readonly string[]
}

/** Writes a sheet row by row, and works out its columns on the way. */
export async function writeSheet(
  file: string,
  { sheet: wanted, scratch }: { sheet: string | undefined; scratch: Scratch },
): Promise<SheetFile> {
  const book = await openWorkbook(file)
  const sheet = findSheet(book, wanted)
  const copy = await scratch.newPath(".csv")
  const columns = await writeRows(sheetRows(book, sheet.part), copy)
  if (columns.length === 0) throw new ToolFailure(`Sheet "${sheet.name}" is empty.`)
  return { file: copy, columns, sheet: sheet.name, sheets: book.sheets.map(({ name }) => name) }
}

async function writeRows(rows: AsyncIterable<SheetRow>, copy: string): Promise<Column[]> {
  await using output = createWriteStream(copy)
  let heads: readonly string[] | undefined
  const kinds: Set<Cell["kind"]>[] = []
  for await (const row of rows) {
    const isHead = heads === undefined && isHeadRow(row)
    heads ??= isHead ? row.map((cell) => cell?.text ?? "") : []
    noteKinds(kinds, isHead ? row.map(() => undefined) : row)
    if (!isHead && !output.write(`${row.map(field).join(",")}\n`)) await drained(output)
  }
  output.end()
  await finished(output)
  return columnsOf(heads ?? [], kinds)
}

function noteKinds(kinds: Set<Cell["kind"]>[], row: SheetRow): void {
  for (const [at, cell] of row.entries()) {
    kinds[at] ??= new Set()
    if (cell) kinds[at].add(cell.kind)
  }
}

function drained(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => output.once("drain", () => resolve()))
}

/** The first row names the columns if it holds nothing but text. */
function isHeadRow(row: SheetRow): boolean {
  return row.every((cell) => cell === undefined || cell.kind === "text")
}

/** Text is quoted, so that only an empty field is no value at all. */
function field(cell: Cell | undefined): string {
  if (!cell) return ""
  return cell.kind === "text" ? `"${cell.text.replaceAll('"', '""')}"` : cell.text
}

function columnsOf(heads: readonly string[], kinds: readonly ReadonlySet<Cell["kind"]>[]): Column[] {
  const taken = new Set<string>()
  return kinds.map((found, at) => ({
    name: freeName(heads[at]?.trim() || `column${at + 1}`, taken),
    type: typeOf(found),
  }))
}

/** SQL does not tell names apart by case. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let copy = 2; taken.has(free.toLowerCase()); copy++) free = `${name}_${copy}`
  taken.add(free.toLowerCase())
  return free
}

function typeOf(kinds: ReadonlySet<Cell["kind"]>): string {
  const isOnly = (...allowed: Cell["kind"][]) => kinds.size > 0 && [...kinds].every((kind) => allowed.includes(kind))
  if (isOnly("integer")) return "BIGINT"
  if (isOnly("integer", "number")) return "DOUBLE"
  if (isOnly("boolean")) return "BOOLEAN"
  if (isOnly("date")) return "DATE"
  if (isOnly("date", "timestamp")) return "TIMESTAMP"
  return isOnly("time") ? "TIME" : "VARCHAR"
}
