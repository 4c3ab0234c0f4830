import { widthOf } from "../render/text.ts"
import type { EditedText } from "./edited-text.ts"

/** A text as it stands on the screen, and where its cursor is there. */
export type DrawnText = { readonly lines: readonly string[]; readonly row: number; readonly column: number }

const TAB = "  "

/** Wraps at the width; of a text that is higher than the screen, the part around the cursor is shown. */
export function drawText({ text, at }: EditedText, columns: number, rows: number): DrawnText {
  const before = wrapped(text.slice(0, at), columns)
  const all = wrapped(text, columns)
  const row = before.length - 1
  const column = widthOf(before.at(-1) ?? "")
  const first = Math.max(0, Math.min(row - Math.floor(rows / 2), all.length - rows))
  // A cursor behind a full line stands on the next one.
  const isFull = column >= columns
  const lines = isFull && row === all.length - 1 ? [...all, ""] : all
  return {
    lines: lines.slice(first, first + Math.max(rows, 1)),
    row: (isFull ? row + 1 : row) - first,
    column: isFull ? 0 : column,
  }
}

function wrapped(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => pieces(line.replaceAll("\t", TAB), columns))
}

function pieces(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line]
  const cut: string[] = [""]
  let width = 0
  for (const character of line) {
    const own = widthOf(character)
    if (width + own > columns) {
      cut.push("")
      width = 0
    }
    cut[cut.length - 1] += character
    width += own
  }
  return cut
}
