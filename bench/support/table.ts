import { type Figure, isMet } from "./report.ts"

const MARKS = { "at most": "≤", "at least": "≥", exactly: "=" } as const

/** One line per figure: what it is, what it came to, what it should, and whether it does. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [figure.name, shown(figure.value, figure.unit), goal(figure), mark(figure)])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [name = 0, value = 0, target = 0] = widths
  return rows
    .map(([a = "", b = "", c = "", d = ""]) => `${a.padEnd(name)}  ${b.padStart(value)}  ${c.padEnd(target)}  ${d}`)
    .map((line) => line.trimEnd())
    .join("\n")
}

export function shown(value: number, unit: string): string {
  if (unit === "×") return `${value.toFixed(2)}×`
  const maximumFractionDigits = Math.abs(value) < 10 ? 2 : 0
  return `${value.toLocaleString("en", { maximumFractionDigits })} ${unit}`
}

function goal({ target, unit }: Figure): string {
  return target ? `${MARKS[target.is]} ${shown(target.value, unit)}` : ""
}

function mark(figure: Figure): string {
  const met = isMet(figure)
  return met === undefined ? "" : met ? "✓" : "✗"
}
