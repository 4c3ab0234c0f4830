import { stat } from "node:fs/promises"
import { asUtf8 } from "./csv/text-encoding.ts"
import { checkContent, type DataFormat, formatOf, isGzip } from "./format.ts"
import type { Scratch } from "./scratch.ts"
import { type SheetFile, writeSheet } from "./xlsx/sheet-file.ts"

/** A source whose place in the workspace was looked up: no link on the way, and one that may be read. */
export type LocatedSource = {
  readonly path: string
  readonly absolute: string
  readonly sheet?: string | undefined
  readonly delimiter?: string | undefined
  readonly encoding?: string | undefined
}

/** A dataset that is checked and ready to be read by DuckDB. */
export type Dataset = {
  readonly path: string
  readonly format: DataFormat
  /** Bytes on disk. */
  readonly size: number
  /** What DuckDB reads: the file itself, or a copy in a form that it knows. */
  readonly file: string
  readonly delimiter: string | undefined
  readonly sheet: SheetFile | undefined
}

/** Checks that a dataset is what its name says, and makes it readable. */
export async function openDataset(source: LocatedSource, scratch: Scratch): Promise<Dataset> {
  const { absolute, path } = source
  const format = formatOf(path)
  await checkContent(path, absolute, format)
  const { size } = await stat(absolute)
  const sheet = format === "xlsx" ? await writeSheet(absolute, { sheet: source.sheet, scratch }) : undefined
  const isText = (format === "csv" || format === "json") && !isGzip(path)
  const file = isText ? await asUtf8(path, absolute, source.encoding, scratch) : (sheet?.file ?? absolute)
  return { path, format, size, file, delimiter: source.delimiter ?? tabOf(path), sheet }
}

function tabOf(path: string): string | undefined {
  return /\.(tsv|tab)(\.gz)?$/i.test(path) ? "\t" : undefined
}
