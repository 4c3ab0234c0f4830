import { piecesOf, untabbed, widthOf } from "../paint/text.ts"
import type { EditedText } from "./edited-text.ts"

/** A text as it stands on the screen, and where its cursor is there. */
export type DrawnText = { readonly lines: readonly string[]; readonly row: number; readonly column: number }

/** Wraps at the width; of a text that is higher than the screen, the part around the cursor is shown. */
export function drawText({ text, at }: EditedText, columns: number, rows: number): DrawnText {
  const { lines: all, row, column } = wrapped(untabbed(text), untabbed(text.slice(0, at)).length, columns)
  const first = Math.max(0, Math.min(row - Math.floor(rows / 2), all.length - rows))
  // A cursor behind a full line stands on the next one.
  const isFull = column >= columns
  const lines = isFull && row === all.length - 1 ? [...all, ""] : all
  return {
    lines: lines
      .slice(first, first + Math.max(rows, 1))
      .map((line) => (widthOf(line) > columns ? line.trimEnd() : line)),
    row: (isFull ? row + 1 : row) - first,
    column: isFull ? 0 : column,
  }
}

/** The whole text in lines of that width, and where a place in it is. */
function wrapped(text: string, at: number, columns: number): DrawnText {
  const lines: string[] = []
  let place = { row: 0, column: 0 }
  let start = 0
  for (const line of text.split("\n")) {
    for (const piece of piecesOf(line, columns)) {
      if (start <= at) place = { row: lines.length, column: widthOf(piece.slice(0, at - start)) }
      lines.push(piece)
      start += piece.length
    }
    // The line break.
    start += 1
  }
  return { lines, ...place }
}
