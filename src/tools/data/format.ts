import { ToolFailure } from "../tool.ts"
import { NotPlainFile, openPlainFile } from "../workspace/plain-file.ts"

/** How a dataset is stored. */
export type DataFormat = "csv" | "json" | "parquet" | "xlsx"

const EXTENSIONS: Readonly<Record<string, DataFormat>> = {
  csv: "csv",
  tsv: "csv",
  tab: "csv",
  txt: "csv",
  "csv.gz": "csv",
  "tsv.gz": "csv",
  json: "json",
  jsonl: "json",
  ndjson: "json",
  "json.gz": "json",
  "jsonl.gz": "json",
  parquet: "parquet",
  pq: "parquet",
  xlsx: "xlsx",
  xlsm: "xlsx",
}

const READABLE = "CSV, TSV, JSON, JSON lines, Parquet or Excel (.xlsx)"

/** What the name promises; throws where that is nothing we read. */
export function formatOf(path: string): DataFormat {
  const [, double = "", single = ""] = path.toLowerCase().match(/\.((?:[a-z]+\.)?([a-z]+))$/) ?? []
  const format = EXTENSIONS[double] ?? EXTENSIONS[single]
  if (format) return format
  const hint = /^(xls|xlsb|ods|numbers)$/.test(single) ? "Save it as .xlsx or .csv first." : `Use ${READABLE}.`
  throw new ToolFailure(`"${path}" has no format that can be read here. ${hint}`)
}

/** Whether the file is compressed as a whole. */
export function isGzip(path: string): boolean {
  return path.toLowerCase().endsWith(".gz")
}

/** Throws where the first bytes say that the file is not what its name promises. */
export async function checkContent(path: string, file: string, format: DataFormat): Promise<void> {
  const head = await readHead(path, file)
  if (head.length === 0) throw new ToolFailure(`"${path}" is empty; there is nothing to read.`)
  const found = containerOf(head)
  if (found === expectedContainer(path, format)) return
  throw new ToolFailure(
    `"${path}" is not what its name says: its content is ${NAMES[found]}. Give it the name of its format, or check how it was made.`,
  )
}

type Container = "zip" | "parquet" | "old office" | "gzip" | "plain"

const NAMES: Readonly<Record<Container, string>> = {
  zip: "a zip archive, as an .xlsx workbook is",
  parquet: "Parquet",
  "old office": "an old Office file or a workbook with a password",
  gzip: "compressed with gzip",
  plain: "plain text, or something unknown",
}

function expectedContainer(path: string, format: DataFormat): Container {
  if (isGzip(path)) return "gzip"
  if (format === "xlsx") return "zip"
  return format === "parquet" ? "parquet" : "plain"
}

function containerOf(head: Buffer): Container {
  if (head.subarray(0, 4).toString("latin1") === "PAR1") return "parquet"
  if (head.readUInt32BE(0) === 0x504b0304) return "zip"
  if (head.readUInt32BE(0) === 0xd0cf11e0) return "old office"
  return head.readUInt16BE(0) === 0x1f8b ? "gzip" : "plain"
}

/** Four bytes at least, where the file is not empty. */
async function readHead(path: string, file: string): Promise<Buffer> {
  try {
    await using handle = await openPlainFile(file, { maxBytes: Number.POSITIVE_INFINITY })
    const head = Buffer.alloc(4)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    return bytesRead === 0 ? Buffer.alloc(0) : head
  } catch (error) {
    if (error instanceof NotPlainFile) throw new ToolFailure(`"${path}" ${error.why}; name a file of data.`)
    throw new ToolFailure(reasonFor(path, (error as NodeJS.ErrnoException).code))
  }
}

function reasonFor(path: string, code = "unknown"): string {
  if (code === "ENOENT") return `There is no file "${path}"; list_files shows what is there.`
  return `"${path}" can't be read (${code}).`
}
