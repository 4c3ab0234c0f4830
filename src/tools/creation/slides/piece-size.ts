import type { TextSpan } from "../document.ts"
import type { Picture } from "../pictures.ts"
import { AREA, lineCount, linesHeight, paragraphHeight, SIZES, textWidth } from "./measure.ts"
import type { SlideLine, SlidePiece } from "./piece.ts"

const INDENT = 0.38
const CODE_PADDING = 0.24
const CELL_PADDING = 0.14
const PIXELS_PER_INCH = 96
const SMALLEST_PICTURE = 2
/** More than any slide holds: what comes after needs no measuring to know that it does not fit. */
export const MOST_SEEN = { letters: 6000, lines: 100, rows: 60 } as const

export type Pictures = ReadonlyMap<string, Picture>

/** How high a piece is; of one that fits on no slide, only that it does not. Of a picture: how high it would like to be. */
export function pieceHeight(piece: SlidePiece, pictures: Pictures): number {
  switch (piece.kind) {
    case "text":
      return piece.lines.reduce((sum, line) => sum + lineHeight(line), 0)
    case "code":
      return CODE_PADDING + linesHeight(lineCount(startOf(piece.text), SIZES.code, AREA.width - 0.4, true), SIZES.code)
    case "table":
      return rowHeights(piece.rows.slice(0, MOST_SEEN.rows)).reduce((sum, height) => sum + height, 0)
    case "image":
      return pictureSize(pictures.get(piece.path), AREA.height).height
  }
}

/** As large as it is, but no larger than the room; a small remainder is no room. */
export function pictureSize(
  picture: Picture | undefined,
  room: number,
): { readonly width: number; readonly height: number } {
  const width = (picture?.width ?? 1) / PIXELS_PER_INCH
  const height = (picture?.height ?? 1) / PIXELS_PER_INCH
  const scale = Math.min(1, AREA.width / width, Math.max(room, SMALLEST_PICTURE) / height)
  return { width: width * scale, height: height * scale }
}

/** Columns get room by their longest content, within bounds. */
export function columnWidths(rows: readonly (readonly (readonly TextSpan[])[])[]): number[] {
  const count = rows[0]?.length ?? 1
  const wishes = Array.from({ length: count }, (_, column) =>
    Math.min(
      5,
      Math.max(0.6, ...rows.map((row) => textWidth(textOf(row[column] ?? []), SIZES.table) + 2 * CELL_PADDING)),
    ),
  )
  const sum = wishes.reduce((a, b) => a + b, 0)
  const total = Math.min(AREA.width, Math.max(sum, AREA.width * 0.6))
  return wishes.map((wish) => (wish / sum) * total)
}

/** How high each row is, the head first. */
export function rowHeights(rows: readonly (readonly (readonly TextSpan[])[])[]): number[] {
  const widths = columnWidths(rows)
  return rows.map((row) => {
    const lines = row.map((cell, column) =>
      lineCount(textOf(cell), SIZES.table, (widths[column] ?? 1) - 2 * CELL_PADDING),
    )
    return linesHeight(Math.max(1, ...lines), SIZES.table) + CELL_PADDING
  })
}

/** How high a paragraph is where it stands. */
export function lineHeight({ spans, size, level }: SlideLine): number {
  return paragraphHeight(seen(spans), size, AREA.width - 0.3 - (level + 1) * INDENT)
}

function textOf(spans: readonly TextSpan[]): string {
  return spans.map(({ text }) => text).join("")
}

function startOf(text: string): string {
  return text.split("\n", MOST_SEEN.lines).join("\n")
}

function seen(spans: readonly TextSpan[]): TextSpan[] {
  return [{ text: textOf(spans).slice(0, MOST_SEEN.letters) }]
}
