import { pad, paragraphs, piecesOf, printable, widthOf } from "./text.ts"

const GAP = "  "
/** With less room beside the others, the last column stands below them. */
const LEAST_ROOM = 28
const BELOW = "    "

/** One text per row; the last column goes on below itself where it does not fit. Cells hold no escape sequences. */
export function tableRows(cells: readonly (readonly string[])[], columns: number): string[] {
  const rows = cells.map((row) => row.map(printable))
  const widths = widthsOf(rows)
  const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0)
  const room = columns - indent
  return rows.map((row) => {
    const before = row.slice(0, -1).map((cell, index) => pad(cell, widths[index] ?? 0) + GAP)
    const last = row.at(-1) ?? ""
    if (room < LEAST_ROOM) return [paragraphs(row.slice(0, -1).join(GAP), columns), ...below(last, columns)].join("\n")
    const [first = "", ...more] = piecesOf(last, room, "whole").map((piece) => piece.trimEnd())
    const under = (line: string) => (widthOf(line) > room ? BELOW : " ".repeat(indent)) + line
    // What is longer than there is room for has the whole width.
    if (widthOf(first) > room) return [before.join("").trimEnd(), under(first), ...more.map(under)].join("\n")
    return [(before.join("") + first).trimEnd(), ...more.map(under)].join("\n")
  })
}

function below(text: string, columns: number): string[] {
  return piecesOf(text, columns - BELOW.length, "whole").map((piece) => `${BELOW}${piece.trimEnd()}`)
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return rows.reduce<number[]>((most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, widthOf(cell))), [])
}
