import type { Paint } from "./paint.ts"
import { pad, widthOf, wrapLines } from "./text.ts"

const GAP = "  "
const NARROWEST = 6

/** Whether lines are a table: cells between bars, and below the first line a rule. */
export function isTable(lines: readonly string[]): boolean {
  return (
    lines.length >= 2 && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[1] ?? "") && /\|/.test(lines[0] ?? "")
  )
}

/** A table within so many columns: what is too wide is wrapped in its cell. */
export function drawTable(lines: readonly string[], columns: number, paint: Paint): string[] {
  const [head = [], ...body] = lines.filter((_line, index) => index !== 1).map(cellsOf)
  const widths = fitted(widthsOf([head, ...body]), columns)
  const rule = widths.map((width) => "─".repeat(width)).join(GAP)
  return [
    ...drawRow(head, widths).map((line) => paint("bold", line)),
    paint("dim", rule),
    ...body.flatMap((row) => drawRow(row, widths)),
  ]
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll("\\|", "|")
      .replace(/\*\*|`/g, ""),
  )
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: count }, (_, index) => Math.max(1, ...rows.map((row) => widthOf(row[index] ?? ""))))
}

/** The widest columns give way first. */
function fitted(widths: readonly number[], columns: number): number[] {
  const narrowed = [...widths]
  let excess = narrowed.reduce((sum, width) => sum + width, 0) + GAP.length * (narrowed.length - 1) - columns
  while (excess > 0) {
    const widest = Math.max(...narrowed)
    if (widest <= NARROWEST) break
    narrowed[narrowed.indexOf(widest)] = widest - 1
    excess -= 1
  }
  return narrowed
}

function drawRow(cells: readonly string[], widths: readonly number[]): string[] {
  const wrapped = widths.map((width, index) => wrapLines(cells[index] ?? "", width))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, row) =>
    wrapped
      .map((lines, index) => pad(lines[row] ?? "", widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}
