import { ToolFailure } from "../../tool.ts"
import { closestPassage } from "./similarity.ts"
import { count, numberedLine, prevailingEnd, shorten, splitLines, withoutNumbers } from "./text.ts"

export type TextEdit = { readonly oldText: string; readonly newText: string; readonly replaceAll: boolean }

const LINES_SHOWN = 20
const MATCHES_NAMED = 20

/** `lines`: where each replacement stands in the new text. */
type Edited = { readonly text: string; readonly lines: readonly number[] }

/**
 * The text with its passages replaced, one edit on what the one before left. Line ends of either kind match each other; what comes in
 * takes the kind that prevails in the text. Where an edit can't be made none is, and every one that can't is named.
 */
export function applyEdits(name: string, text: string, edits: readonly TextEdit[]): Edited {
  const issues: string[] = []
  let places: readonly number[] = []
  let now = text
  for (const [index, edit] of edits.entries()) {
    try {
      const matches = matchesOf(name, now, edit)
      const replacement = adoptLineEnds(edit.newText, text)
      places = moved(places, matches, replacement.length)
      now = replaceMatches(now, matches, replacement)
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
      issues.push(edits.length === 1 ? error.message : `Edit ${index + 1}: ${error.message}`)
    }
  }
  if (issues.length === 0) return { text: now, lines: lineNumbers(now, places) }
  if (edits.length === 1) throw new ToolFailure(issues.join("\n"))
  const which = `${issues.length} of ${count(edits.length, "edit")} can't be made, so "${name}" stays as it was.`
  throw new ToolFailure([which, ...issues, "Fix these and send all edits again."].join("\n"))
}

function matchesOf(name: string, text: string, { oldText, newText, replaceAll }: TextEdit): Match[] {
  if (oldText === "") throw new ToolFailure("old_text is empty; give the passage to replace, or use write_file.")
  if (oldText === newText) throw new ToolFailure("old_text and new_text are the same; nothing would change.")
  const matches = findMatches(text, oldText, replaceAll)
  if (matches.length === 0) throw new ToolFailure(describeAbsence("old_text", name, text, oldText))
  if (matches.length > 1 && !replaceAll) {
    const starts = matches.map(({ start }) => start)
    throw new ToolFailure(describeAmbiguity(name, lineNumbers(text, starts)))
  }
  return matches
}

/** Where replacements stand once these matches are replaced by texts of this length: earlier ones move along. All in order. */
function moved(places: readonly number[], matches: readonly Match[], length: number): number[] {
  const now: number[] = []
  let shift = 0
  let next = 0
  for (const { start, end } of matches) {
    for (; (places[next] ?? end) < end; next++) now.push(Math.min(places[next] ?? 0, start) + shift)
    now.push(start + shift)
    shift += length - (end - start)
  }
  return [...now, ...places.slice(next).map((place) => place + shift)]
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

function lineNumbers(text: string, places: readonly number[]): number[] {
  let line = 1
  let position = 0
  return places.map((start) => {
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
  const bare = withoutNumbers(wanted)
  if (bare !== undefined && text.includes(bare))
    return `${what} is not in "${name}", but is without the numbers in front of its lines; leave them out.`
  const wantedLines = splitLines(wanted)
  const nearest = closestPassage(wantedLines, splitLines(text))
  if (nearest === undefined) return `${what} is not in "${name}", nor anything like it; read the file again.`
  const found = nearest.lines.slice(0, LINES_SHOWN)
  const shown = found.map((line, index) => numberedLine(nearest.line + index, shorten(line, 200)))
  const hint = sameWords(nearest.lines, wantedLines) ? "only white space differs" : "the nearest match"
  return `${what} is not in "${name}"; ${hint}:\n${shown.join("\n")}`
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  const squeeze = (lines: readonly string[]) => lines.join("").replace(/\s/g, "")
  return squeeze(a) === squeeze(b)
}
