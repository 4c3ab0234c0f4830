import { pad, printable, widthOf } from "./text.ts"

const GAP = "  "

/** One text per row; the last column goes on below itself where it does not fit. Cells hold no escape sequences. */
export function tableRows(cells: readonly (readonly string[])[], columns: number): string[] {
  const rows = cells.map((row) => row.map(printable))
  const widths = widthsOf(rows)
  const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0)
  const room = Math.max(24, columns - indent)
  return rows.map((row) => {
    const before = row.slice(0, -1).map((cell, index) => pad(cell, widths[index] ?? 0) + GAP)
    const [first = "", ...more] = wrap(row.at(-1) ?? "", room)
    return [(before.join("") + first).trimEnd(), ...more.map((line) => " ".repeat(indent) + line)].join("\n")
  })
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return rows.reduce<number[]>((most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, widthOf(cell))), [])
}

function wrap(text: string, room: number): string[] {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    const longer = line === "" ? word : `${line} ${word}`
    if (line === "" || widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
