import { stripVTControlCharacters } from "node:util"
import { eastAsianWidth } from "get-east-asian-width"

let segmenter: Intl.Segmenter | undefined

/** What people take for characters. Made on first use: it brings a good deal of Unicode data along, and most runs print nothing that needs it. */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

/** Emoji that are drawn as pictures, by themselves or because they are asked to be. */
const PICTURE = /^\p{Emoji_Presentation}|\ufe0f/u
/** ASCII, and what the tree is drawn with: nothing to look up. */
const NARROW = /^[\x20-\x7e\u00b7\u2026\u2500-\u257f\u25cb\u25cf\u2713\u2717]*$/
const ZERO = /^[\p{Mark}\p{Cc}\p{Cf}]/u

/** Control and direction characters can make a terminal lie about what is shown. */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu

/** Columns that a terminal gives to the text; it must be free of escape sequences. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment)
  return width
}

/** Cut to so many columns, with an ellipsis where something is missing. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let width = 0
  let kept = ""
  for (const { segment } of graphemesOf(text)) {
    width += graphemeWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return columns < 1 ? "" : `${kept}…`
}

/** Fills up with spaces on the right; never cuts. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)))
}

/** Without escape sequences and control characters, apart from line breaks and tabs. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(UNSAFE, "")
}

/** Lines of at most so many columns. Words that fit stay whole. */
export function wrapLines(text: string, columns: number): string[] {
  return untabbed(text)
    .split("\n")
    .flatMap((line) => piecesOf(line, columns).map((piece) => piece.trimEnd()))
}

/** A terminal would jump to columns of its own. */
export function untabbed(text: string): string {
  return text.replaceAll("\t", "  ")
}

/** Whether what fits no line at all is cut, or stays whole: a path or an address that the terminal breaks is still copied as one. */
type Overlong = "cut" | "whole"

/** A line in pieces of at most so many columns, apart from spaces at their ends; joined they are the line. Words that fit stay whole. */
export function piecesOf(line: string, columns: number, overlong: Overlong = "cut"): string[] {
  const most = Math.max(1, columns)
  if (widthOf(line) <= most) return [line]
  const pieces = [""]
  let width = 0
  for (const word of wordsOf(line).flatMap((word) =>
    overlong === "cut" && widthOf(word.trimEnd()) > most ? charactersOf(word) : [word],
  )) {
    if (width > 0 && width + widthOf(word.trimEnd()) > most) {
      pieces.push("")
      width = 0
    }
    pieces[pieces.length - 1] += word
    width += widthOf(word)
  }
  return pieces
}

/** A line may end behind a space, and behind a Chinese or Japanese character that no closing sign follows. */
const BREAK = /(?<=\s)|(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60])(?<![（《「『“])(?![，。；：、！？）》」』”\s])/u

/** What stays together on a line, with the spaces behind it. */
export function wordsOf(line: string): string[] {
  return line.split(BREAK)
}

/** A term with two spaces or more behind it, a time, or just an indent: what follows on the next line stands under the text. */
const HANGING = /^(?:\s*\S+(?: \S+)*?\s{2,}|\[[\d:]+\] |\s*(?:[-•] )?)/
/** What hangs has at least so much room. */
const LEAST_ROOM = 24

/** Text for people on a terminal of that width: what goes on below a line stands under its beginning. */
export function paragraphs(text: string, columns: number): string {
  return untabbed(text)
    .split("\n")
    .flatMap((line) => hungLines(line, columns))
    .join("\n")
}

function hungLines(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line]
  const [begin = ""] = HANGING.exec(line) ?? []
  const indent = begin !== "" && columns - widthOf(begin) < LEAST_ROOM ? "    " : " ".repeat(widthOf(begin))
  const [first = "", ...rest] = piecesOf(line, columns, "whole")
  const more = piecesOf(rest.join(""), columns - indent.length, "whole")
  return [first.trimEnd(), ...more.map((piece) => `${indent}${piece.trimEnd()}`)]
}

function charactersOf(word: string): string[] {
  return [...graphemesOf(word)].map(({ segment }) => segment)
}

/** What people read on standard error is written for this width. */
export function terminalColumns({ columns }: { readonly columns?: number } = process.stderr): number {
  return Math.max(20, columns || 80)
}

/** For lines of a list: what is on several lines becomes one. */
export function onOneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim()
}

/** The last line that says something. */
export function lastLine(text: string): string {
  return (
    printable(text)
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .at(-1) ?? ""
  )
}

/** Of what is left after trimming. */
export function firstLine(text: string): string {
  return onOneLine(text.trim().split("\n")[0] ?? "")
}

function graphemeWidth(segment: string): number {
  if (PICTURE.test(segment)) return 2
  return ZERO.test(segment) ? 0 : eastAsianWidth(segment.codePointAt(0) ?? 0)
}
