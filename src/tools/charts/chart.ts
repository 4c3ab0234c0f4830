import { clip } from "../../text/clip.ts"
import { ToolFailure } from "../tool.ts"
import { type NumberStyle, styleOf } from "./numbers.ts"

export const CHART_KINDS = ["bars", "lines", "points", "pie"] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** What is drawn: the first column names the values or says where on the x axis they stand, each further one is a series. */
export type ChartTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
type Cell = string | number | null

export type Titles = {
  readonly title?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

export type Series = {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** How its values are written. */
  readonly style: NumberStyle
}

/** `places`: numbers along the x axis; absent where the labels stand side by side. */
export type Chart = {
  readonly kind: ChartKind
  readonly titles: Titles
  readonly labels: readonly string[]
  readonly places?: readonly number[] | undefined
  readonly series: readonly Series[]
}

export const MOST_ROWS = 2000
export const MOST_SERIES = 12
const MOST_BARS = 200
const MOST_SLICES = 12
const LONGEST_LABEL = 200
/** Beyond these, sums and steps of an axis are no numbers any more. */
const SMALLEST = 1e-100
const LARGEST = 1e100

/** Reads a table as a chart of this kind; throws `ToolFailure` where it can't be one. */
export function readChart(kind: ChartKind, { columns, rows }: ChartTable, titles: Titles): Chart {
  refuseSize(kind, columns.length - 1, rows.length)
  const odd = rows.find((row) => row.length !== columns.length)
  if (odd) throw new ToolFailure(`Each row has one cell per column: ${columns.length}, but one has ${odd.length}.`)
  const series = columns.slice(1).map((name, index): Series => {
    const cells = rows.map((row) => row[index + 1])
    const values = cells.map((cell) => numberIn(cell, name))
    const style = styleOf(
      cells,
      values.filter((value) => value !== null),
    )
    return { name, values, style }
  })
  const labels = rows.map(([label]) => clip(label === null || label === undefined ? "" : String(label), LONGEST_LABEL))
  if (series.every(({ values }) => values.every((value) => value === null)))
    throw new ToolFailure("There is no number to draw.")
  if (kind === "pie") refusePie(series)
  return { kind, titles, labels, series, ...(kind === "lines" || kind === "points" ? { places: placesIn(rows) } : {}) }
}

function refuseSize(kind: ChartKind, series: number, rows: number): void {
  if (series < 1) throw new ToolFailure("A chart needs two columns at least: labels or x values, and numbers.")
  if (rows === 0) throw new ToolFailure("There are no rows to draw.")
  const most = kind === "pie" ? MOST_SLICES : kind === "bars" ? Math.floor(MOST_BARS / series) : MOST_ROWS
  if (rows > most)
    throw new ToolFailure(
      `${rows} rows are too many for ${kind} with ${series} series, ${most} are the most; aggregate, or take another kind.`,
    )
  if (series > MOST_SERIES)
    throw new ToolFailure(`${series} series are too many, ${MOST_SERIES} are the most; draw several charts.`)
}

function refusePie(series: readonly Series[]): void {
  if (series.length > 1) throw new ToolFailure("A pie shows one series; use bars for several.")
  const values = series[0]?.values ?? []
  const isPie = values.every((value) => (value ?? 0) >= 0) && values.some((value) => (value ?? 0) > 0)
  if (!isPie) throw new ToolFailure("A pie can't show negative values, nor nothing but zeros; use bars.")
}

/** Cells of a query are text; a missing value is a gap. */
function numberIn(cell: Cell | undefined, name: string): number | null {
  if (cell === null || cell === undefined || cell === "" || cell === "NULL") return null
  const value = Number(cell)
  if (Math.abs(value) < SMALLEST) return 0
  if (Math.abs(value) <= LARGEST) return value
  throw new ToolFailure(
    `"${clip(String(cell), 40)}" in column "${name}" is not a number that can be drawn; only the first column may be text.`,
  )
}

function placesIn(rows: ChartTable["rows"]): number[] | undefined {
  const places = rows.map(([first]) => (first === null || first === "" ? Number.NaN : Number(first)))
  const isPlace = (place: number) => Math.abs(place) <= LARGEST && (place === 0 || Math.abs(place) >= SMALLEST)
  return places.every(isPlace) ? places : undefined
}
