import { widthOf } from "../../../src/cli/paint/text.ts"

/** A screen that somebody looked at, as tmux shows it; `unbroken` has lines whole that the terminal had to break. */
export type Shot = {
  readonly columns: number
  readonly lines: readonly string[]
  readonly unbroken: readonly string[]
  /** The line with the cursor, up to it. */
  readonly beforeCursor: string
}

/** What must be on it: words that may stand on several lines, and what the cursor stands behind. */
export type Expected = { readonly words: readonly string[]; readonly prompt: string }

/** What is left of a sequence that was not understood, or was printed as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRAY = /[\x00-\x08\x0b-\x1f\x7f]|\^\[|\[\?\d+[hl]|\[\d*(;\d+)*m|20[01]~/

/** Every rule that a screen breaks, in words. */
export function faultsOf({ columns, lines, unbroken, beforeCursor }: Shot, { words, prompt }: Expected): string[] {
  const text = inOneLine(lines)
  return [
    ...unbroken
      .filter((line) => widthOf(line) > columns && !isOneWord(line, columns))
      .map((line) => `wider than ${columns} columns: ${line}`),
    ...lines.filter((line) => STRAY.test(line)).map((line) => `a stray sequence: ${JSON.stringify(line)}`),
    ...words.filter((word) => !text.includes(word)).map((word) => `"${word}" is not there`),
    ...(beforeCursor.startsWith(prompt) ? [] : [`the cursor is not behind "${prompt}" but behind "${beforeCursor}"`]),
  ]
}

/** An address or a path that fits nowhere: the terminal breaks it, and still copies it whole. */
function isOneWord(line: string, columns: number): boolean {
  return widthOf(line.trim()) > columns - DEEPEST && !/\s/.test(line.trim())
}

/** What hangs below something else stands in so far. */
const DEEPEST = 4

/** Words that were cut in half at the end of a line: they are whole on the same screen of another width. */
export function cutWords(lines: readonly string[], others: readonly (readonly string[])[], columns: number): string[] {
  const whole = new Set(
    others
      .flat()
      .flatMap(wordsOf)
      .filter((word) => widthOf(word) <= columns - DEEPEST),
  )
  return lines.flatMap((line, index) => {
    const [last = "", next = ""] = [wordsOf(line).at(-1), wordsOf(lines[index + 1] ?? "")[0]]
    const isCut = whole.has(last + next) && !whole.has(last) && /^[!-~]{2,}$/.test(last) && next !== ""
    return isCut ? [`"${last + next}" is cut in half: ${line}`] : []
  })
}

function wordsOf(line: string): string[] {
  return line.split(/[\s│├└─]+/).filter(Boolean)
}

/** Frames and indents are no words. */
function inOneLine(lines: readonly string[]): string {
  return lines.flatMap(wordsOf).join(" ")
}
