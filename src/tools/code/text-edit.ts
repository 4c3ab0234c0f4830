import { ToolFailure } from "../tool.ts"
import { closestPassage } from "./similarity.ts"
import { prevailingEnd, shorten, splitLines } from "./text.ts"

export type TextEdit = { readonly oldText: string; readonly newText: string; readonly replaceAll: boolean }

const LINES_SHOWN = 20
const MATCHES_NAMED = 20

/**
 * The text with its passage replaced, and the line of each replacement. Line ends of either kind match each other; what
 * comes in takes the kind that prevails in the text.
 */
export function applyEdit(name: string, text: string, edit: TextEdit): { text: string; lines: number[] } {
  if (edit.oldText === "") throw new ToolFailure("old_text is empty; give the passage to replace, or use write_file.")
  if (edit.oldText === edit.newText) throw new ToolFailure("old_text and new_text are the same; nothing would change.")
  const matches = findMatches(text, edit.oldText, edit.replaceAll)
  const lines = lineNumbers(text, matches)
  if (matches.length === 0) throw new ToolFailure(describeAbsence("old_text", name, text, edit.oldText))
  if (matches.length > 1 && !edit.replaceAll) throw new ToolFailure(describeAmbiguity(name, lines))
  return { text: replaceMatches(text, matches, adoptLineEnds(edit.newText, text)), lines }
}

type Match = { readonly start: number; readonly end: number }

/** Without `replaceAll` overlapping matches count too: they are just as ambiguous. */
function findMatches(text: string, wanted: string, replaceAll: boolean): Match[] {
  const escaped = wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
  const pattern = new RegExp(escaped.replace(/\r?\n/g, "\\r?\\n"), "g")
  const matches: Match[] = []
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    matches.push({ start: found.index, end: pattern.lastIndex })
    if (!replaceAll) pattern.lastIndex = found.index + 1
  }
  return matches
}

function replaceMatches(text: string, matches: readonly Match[], replacement: string): string {
  let end = 0
  const parts: string[] = []
  for (const match of matches) {
    parts.push(text.slice(end, match.start), replacement)
    end = match.end
  }
  return parts.join("") + text.slice(end)
}

function adoptLineEnds(replacement: string, text: string): string {
  return prevailingEnd(text) === "\r\n" ? replacement.replace(/\r?\n/g, "\r\n") : replacement
}

function lineNumbers(text: string, matches: readonly Match[]): number[] {
  let line = 1
  let position = 0
  return matches.map(({ start }) => {
    line += text.slice(position, start).split("\n").length - 1
    position = start
    return line
  })
}

function describeAmbiguity(name: string, lines: readonly number[]): string {
  const named = lines.slice(0, MATCHES_NAMED).join(", ") + (lines.length > MATCHES_NAMED ? ", …" : "")
  return `old_text is ${lines.length} times in "${name}", at lines ${named}; add lines around it to make it unique, or set replace_all.`
}

/** Says that a passage is not there, and shows what comes nearest to it. */
export function describeAbsence(what: string, name: string, text: string, wanted: string): string {
  const wantedLines = splitLines(wanted)
  const nearest = closestPassage(wantedLines, splitLines(text))
  if (nearest === undefined) return `${what} is not in "${name}", nor anything like it; read the file again.`
  const found = nearest.lines.slice(0, LINES_SHOWN)
  const shown = found.map((line, index) => `${nearest.line + index}| ${shorten(line, 200)}`)
  const hint = sameWords(nearest.lines, wantedLines) ? "only white space differs" : "the nearest match"
  return `${what} is not in "${name}"; ${hint}:\n${shown.join("\n")}`
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  const squeeze = (lines: readonly string[]) => lines.join("").replace(/\s/g, "")
  return squeeze(a) === squeeze(b)
}
