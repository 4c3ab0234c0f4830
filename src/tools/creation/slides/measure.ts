import type { TextSpan } from "../document.ts"

/** All lengths of slides are in inches, type sizes in points. */
export const AREA = { x: 0.65, y: 1.45, width: 12.03, height: 5.45 } as const

export const SIZES = { body: 22, nested: 19, heading: 24, quote: 20, code: 15, table: 16 } as const

const POINTS_PER_INCH = 72
const LINE = 1.3
const PARAGRAPH_GAP = 0.09
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]|\p{Extended_Pictographic}/u

/** How wide a text is, in inches: an estimate that is rather too wide, since nobody can say which font will show it. */
export function textWidth(text: string, size: number, isCode = false): number {
  let units = 0
  for (const letter of text) units += WIDE.test(letter) ? 1.02 : isCode ? 0.6 : /[A-ZMWmw@%]/.test(letter) ? 0.72 : 0.5
  return (units * size) / POINTS_PER_INCH
}

/** How many lines a text takes in a box. */
export function lineCount(text: string, size: number, width: number, isCode = false): number {
  return text
    .split("\n")
    .map((line) => Math.max(1, Math.ceil(textWidth(line, size, isCode) / width)))
    .reduce((sum, lines) => sum + lines, 0)
}

/** How high a paragraph of a text box is, with the gap after it. */
export function paragraphHeight(spans: readonly TextSpan[], size: number, width: number): number {
  const lines = lineCount(spans.map(({ text }) => text).join(""), size, width)
  return (lines * size * LINE) / POINTS_PER_INCH + PARAGRAPH_GAP
}

/** How high so many lines of one size are. */
export function linesHeight(lines: number, size: number): number {
  return (lines * size * LINE) / POINTS_PER_INCH
}
