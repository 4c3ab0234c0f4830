import { z } from "zod"
import { defineTool, ToolFailure } from "../tool.ts"
import { binaryType, readExisting } from "./file-content.ts"
import { count, normalisePath, splitLines } from "./text.ts"

const MOST_LINES = 2000
const MOST_CHARACTERS = 100_000

/** Shows line ends as line feeds, without a byte order mark; `edit_file` knows how to match that. */
export const readFile = defineTool({
  name: "read_file",
  description: "Read a text file, or a range of its lines.",
  input: z.object({
    path: z.string(),
    start_line: z.number().optional().describe("from 1"),
    end_line: z.number().optional(),
  }),
  access: "read",
  repeat: "safe",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path, start_line, end_line }) =>
    `Read ${normalisePath(path)}${start_line || end_line ? ` (lines ${start_line ?? 1}-${end_line ?? "end"})` : ""}`,

  async execute({ path, start_line, end_line }, { workspace }) {
    const { bytes } = await readExisting(workspace, path, "read")
    const binary = binaryType(bytes)
    if (binary !== undefined) {
      throw new ToolFailure(`"${path}" is a binary file (${binary}, ${count(bytes.length, "byte")}), not text.`)
    }
    const lines = splitLines(new TextDecoder().decode(bytes))
    if (lines.length === 0) return `(${normalisePath(path)} is empty)`
    return showLines(normalisePath(path), lines, pickRange(path, lines.length, start_line, end_line))
  },
})

/** Numbered from 1, both ends included. */
type Range = { readonly first: number; readonly last: number }

function pickRange(path: string, total: number, start = 1, end = total): Range {
  const first = Math.max(1, Math.trunc(start))
  const last = Math.min(total, Math.trunc(end))
  if (first > total) {
    throw new ToolFailure(`"${path}" has only ${count(total, "line")}; start_line ${start} is after its end.`)
  }
  if (last < first)
    throw new ToolFailure(`end_line ${end} is before start_line ${start}; give a range that goes forward.`)
  return { first, last }
}

function showLines(path: string, lines: readonly string[], range: Range): string {
  const shown: string[] = []
  let room = MOST_CHARACTERS
  for (const line of lines.slice(range.first - 1, Math.min(range.last, range.first - 1 + MOST_LINES))) {
    room -= line.length + 1
    if (room < 0 && shown.length > 0) break
    shown.push(line.slice(0, MOST_CHARACTERS))
  }
  if (shown.length === lines.length && room >= 0) return shown.join("\n")
  const last = range.first + shown.length - 1
  const cut = room < 0 && shown.length === 1 ? ` Line ${last} is cut; search_code shows parts of it.` : ""
  const onward = last < lines.length ? ` Read on with start_line ${last + 1}.` : ""
  return `${shown.join("\n")}\n[${path}: lines ${range.first}-${last} of ${lines.length}.${cut}${onward}]`
}
