import { z } from "zod"
import { headOf } from "../../text/clip.ts"
import { BUILT_IN } from "../built-in.ts"
import { defineTool, ToolFailure } from "../tool.ts"
import { LARGEST_FILE, missing, type OpenedFile, openRegular } from "./file-content.ts"
import { binaryType } from "./text/binary-type.ts"
import { decodeText, detectEncoding, type Encoding } from "./text/encoding.ts"
import { readLineRange } from "./text/line-range.ts"
import { count, normalisePath, numberedLine, splitLines, takenAs } from "./text/text.ts"

const MOST_LINES = 2000
const MOST_CHARACTERS = 100_000
const BYTES_SEEN = 65_536

/** Shows line ends as line feeds, without a byte order mark; `edit_file` knows how to match that, and what numbers in front of lines are. */
export const readFile = defineTool({
  name: "read_file",
  description: "Read a text file: at most 2,000 lines or 100,000 characters.",
  input: z.object({
    path: z.string(),
    start_line: z.number().optional(),
    end_line: z.number().optional(),
    line_numbers: z.boolean().optional(),
  }),
  access: "read",
  traits: BUILT_IN.code.read_file,
  repeat: "safe",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path, start_line, end_line }) =>
    `Read ${normalisePath(path)}${start_line || end_line ? ` (lines ${start_line ?? 1}-${end_line ?? "end"})` : ""}`,
  readOn: ({ start_line }, lines) => `read_file with start_line ${Math.max(1, Math.trunc(start_line ?? 1)) + lines}`,

  async execute({ path, start_line, end_line, line_numbers = false }, { workspace, signal }) {
    const opened = await openRegular(workspace, path, "read")
    if (opened.handle === undefined) throw await missing(workspace, path)
    await using file = opened
    const first = Math.max(1, Math.trunc(start_line ?? 1))
    const wanted = { path, first, last: end_line && Math.trunc(end_line), isNumbered: line_numbers }
    if (wanted.last !== undefined && wanted.last < first) throw backward(start_line, end_line)
    const text = file.size > LARGEST_FILE ? await readHuge(file, wanted, signal) : await readWhole(file, wanted)
    return text + takenAs("start_line", start_line, first, "the first line")
  },
})

/** Lines are numbered from 1, both ends included; without `last` to the end. */
type Wanted = {
  readonly path: string
  readonly first: number
  readonly last: number | undefined
  readonly isNumbered: boolean
}

async function readWhole(file: OpenedFile, wanted: Wanted): Promise<string> {
  const { path, first, last } = wanted
  const bytes = await file.handle.readFile()
  const decoded = decodeText(bytes)
  if (decoded === undefined) throw notText(path, bytes, bytes.length)
  const lines = splitLines(decoded.text)
  const name = normalisePath(path)
  if (lines.length === 0) return `(${name} is empty)`
  if (first > lines.length) throw beyond(path, first, count(lines.length, "line"))
  const { shown, isCut, limit } = takeShown(lines.slice(first - 1, last), wanted)
  const end = first + shown.length - 1
  const about = describe(decoded.encoding)
  if (shown.length === lines.length && !isCut && about === "") return shown.join("\n")
  const range = shown.length === lines.length && !isCut ? "" : ` lines ${first}-${end} of ${lines.length}${limit}.`
  return withNote(shown, `${name}:${about}${range}${cutNote(isCut, end)}${end < lines.length ? onward(end) : ""}`)
}

/** Without holding it in memory, and without counting its lines to the end. */
async function readHuge(file: OpenedFile, wanted: Wanted, signal: AbortSignal): Promise<string> {
  const { path, first, last = Number.POSITIVE_INFINITY } = wanted
  const start = Buffer.alloc(BYTES_SEEN)
  const { bytesRead } = await file.handle.read(start, 0, BYTES_SEEN, 0)
  const encoding = detectEncoding(start.subarray(0, bytesRead))
  if (encoding === undefined) throw notText(path, start, file.size)
  const most = { first, last: Math.min(last, first + MOST_LINES) }
  const found = await readLineRange(file.handle, encoding, { ...most, longest: MOST_CHARACTERS }, signal)
  if (found.lines.length === 0) throw beyond(path, first, count(found.passed, "line"))
  const { shown, isCut, limit } = takeShown(found.lines, wanted)
  const end = first + shown.length - 1
  const isEnd = found.isEnd && shown.length === found.lines.length
  const size = `lines ${first}-${end} of a file of ${file.size} bytes${limit}.`
  const note = `${normalisePath(path)}:${describe(encoding)} ${size}${cutNote(isCut, end)}${isEnd ? " The end." : onward(end)}`
  return withNote(shown, note)
}

type Shown = { readonly shown: string[]; readonly isCut: boolean; readonly limit: string }

/** As many lines as are fit to be shown, and what the limit was; of a line that is too long alone, its start. */
function takeShown(lines: readonly string[], { first, isNumbered }: Wanted): Shown {
  const shown: string[] = []
  let room = MOST_CHARACTERS
  for (const line of lines.slice(0, MOST_LINES)) {
    room -= line.length + 1
    if (room < 0 && shown.length > 0) break
    const start = headOf(line, MOST_CHARACTERS)
    shown.push(isNumbered ? numberedLine(first + shown.length, start) : start)
  }
  const most = room < 0 ? `${inWords(MOST_CHARACTERS)} characters` : `${inWords(MOST_LINES)} lines`
  const limit = shown.length < lines.length ? `, for ${most} are the most at once` : ""
  return { shown, isCut: shown.length === 1 && room < 0, limit }
}

function inWords(amount: number): string {
  return amount.toLocaleString("en")
}

function withNote(lines: readonly string[], note: string): string {
  return `${lines.join("\n")}\n[${note}]`
}

function describe({ name }: Encoding): string {
  return name === "UTF-8" ? "" : ` read as ${name}.`
}

function cutNote(isCut: boolean, line: number): string {
  return isCut
    ? ` Line ${line} is cut after ${inWords(MOST_CHARACTERS)} characters; search_code shows parts of it.`
    : ""
}

function onward(line: number): string {
  return ` Read on with start_line ${line + 1}.`
}

function notText(path: string, bytes: Buffer, size: number): ToolFailure {
  const kind = binaryType(bytes) ?? "unknown type"
  return new ToolFailure(`"${path}" is a binary file (${kind}, ${count(size, "byte")}), not text.`)
}

function beyond(path: string, start: number, size: string): ToolFailure {
  return new ToolFailure(`"${path}" has only ${size}; start_line ${start} is after its end.`)
}

function backward(start: number | undefined, end: number | undefined): ToolFailure {
  return new ToolFailure(`end_line ${end} is before start_line ${start ?? 1}; give a range that goes forward.`)
}
