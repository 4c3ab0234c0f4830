import { stat } from "node:fs/promises"
import { z } from "zod"
import type { ToolContext } from "../tool.ts"
import { checkContent, type DataFormat, formatOf, isGzip } from "./format.ts"
import type { Scratch } from "./scratch.ts"
import { asUtf8 } from "./text-encoding.ts"
import { type SheetFile, writeSheet } from "./xlsx/sheet-file.ts"

/** Where a dataset is, and what its file does not say itself. */
export const DataSource = z.object({
  path: z.string(),
  sheet: z.string().optional().describe("Excel only; the first unless told otherwise"),
  delimiter: z.string().min(1).max(4).optional().describe("CSV only; detected unless told otherwise"),
  encoding: z.string().optional().describe("of a text file that is not UTF-8, such as gb18030"),
})
export type DataSource = z.infer<typeof DataSource>

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

/** Finds a dataset in the workspace, checks that it is what its name says, and makes it readable. */
export async function openDataset(source: DataSource, context: ToolContext, scratch: Scratch): Promise<Dataset> {
  const absolute = await context.workspace.resolve(source.path, "read")
  const path = context.workspace.relative(absolute)
  const format = formatOf(path)
  await checkContent(path, absolute, format)
  const { size } = await stat(absolute)
  const { signal } = context
  const sheet = format === "xlsx" ? await writeSheet(absolute, { sheet: source.sheet, scratch, signal }) : undefined
  const isText = (format === "csv" || format === "json") && !isGzip(path)
  const file = isText ? await asUtf8(path, absolute, source.encoding, scratch) : (sheet?.file ?? absolute)
  return { path, format, size, file, delimiter: source.delimiter ?? tabOf(path), sheet }
}

function tabOf(path: string): string | undefined {
  return /\.(tsv|tab)(\.gz)?$/i.test(path) ? "\t" : undefined
}
