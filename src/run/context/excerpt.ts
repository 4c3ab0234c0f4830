import { runInNewContext } from "node:vm"
import type { ArtifactRange } from "../../tools/read-artifact.ts"
import { ToolFailure } from "../../tools/tool.ts"
import { clipLine, takeLines } from "./digest.ts"

/** A part of a text within `tokens`: the lines of a range, or the numbered lines that fit a pattern. */
export function excerpt(text: string, range: ArtifactRange, tokens: number): string {
  const lines = text.split("\n")
  const pattern = range.pattern || range.lines?.match(/^\s*\/(.+)\/\w*\s*$/s)?.[1]
  return pattern === undefined ? byLines(lines, range, tokens) : byPattern(lines, range.id, pattern, tokens)
}

function byLines(lines: readonly string[], { id, lines: wanted }: ArtifactRange, tokens: number): string {
  const { first, last } = readRange(wanted, lines.length)
  if (first > lines.length) throw new ToolFailure(`"${id}" has only ${lines.length} lines.`)
  const shown = takeLines(lines.slice(first - 1, last), tokens)
  const end = first + shown.count - 1
  if (first === 1 && end === lines.length) return shown.lines.join("\n")
  const onward = end < last ? ` Read on at line ${end + 1}.` : ""
  return `${shown.lines.join("\n")}\n[${id}: lines ${first}-${end} of ${lines.length}.${onward}]`
}

function readRange(wanted: string | undefined, total: number): { first: number; last: number } {
  const [, from = "", dash = "", to = ""] = wanted?.trim().match(/^(\d*)\s*([-–]?)\s*(\d*)$/) ?? []
  const first = Math.max(1, Number(from || 1))
  const last = to !== "" ? Number(to) : dash === "" && from !== "" ? first : total
  return { first, last: Math.max(first, Math.min(total, last)) }
}

function byPattern(lines: readonly string[], id: string, pattern: string, tokens: number): string {
  const found = matches(lines, pattern)
  if (found.length === 0) return `[${id}: none of its ${lines.length} lines fits ${pattern}]`
  const numbered = found.map(({ line, at }) => `${line + 1}: ${around(lines[line] ?? "", at)}`)
  const shown = takeLines(numbered, tokens)
  return `${shown.lines.join("\n")}\n[${id}: ${shown.count} of ${found.length} matching lines, ${lines.length} lines in all]`
}

type Match = { readonly line: number; readonly at: number }

/** In a realm of its own, since only there a pattern that never ends can be stopped. */
function matches(lines: readonly string[], pattern: string): readonly Match[] {
  try {
    return runInNewContext(FIND, { lines, pattern: new RegExp(pattern) }, { timeout: PATTERN_MS }) as Match[]
  } catch (error) {
    throw new ToolFailure(`The pattern ${pattern} can't be used: ${(error as Error).message}`)
  }
}

const PATTERN_MS = 2000
const FIND = `lines.flatMap((text, line) => {
  const at = text.search(pattern)
  return at < 0 ? [] : [{ line, at }]
})`

/** Of an endless line, what stands around the match. */
function around(line: string, at: number): string {
  if (line.length <= MOST_OF_A_LINE) return line
  const start = Math.max(0, at - MOST_OF_A_LINE / 2)
  const part = line.slice(start, start + MOST_OF_A_LINE).toWellFormed()
  return clipLine(`[… from character ${start + 1}:] ${part}`, MOST_OF_A_LINE)
}

const MOST_OF_A_LINE = 400
