import type { Chart, Series } from "./chart.ts"
import { numberText } from "./numbers.ts"
import { type Plot, xOf, yOf } from "./plot.ts"
import { element, escaped } from "./svg.ts"

/** With more of them a line needs no dots. */
const MOST_DOTS = 60

/** A line or points. A gap in the values is a gap in the line; a value between two gaps is a dot. */
export function drawMarks(plot: Plot, { kind, places, labels }: Chart, series: Series, colour: string): string[] {
  const { name, values, style } = series
  const order = [...labels.keys()]
  if (places && kind === "lines") order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const points = order.map((index) => {
    const value = values[index]
    return value === null || value === undefined
      ? undefined
      : { index, value, x: xOf(plot, index, places?.[index]), y: yOf(plot, value) }
  })
  const isDotted = kind === "points" || points.length <= MOST_DOTS
  const dots = points.flatMap((point, at) => {
    const isAlone = !points[at - 1] && !points[at + 1]
    if (!point || !(isDotted || isAlone)) return []
    const look = kind === "points" ? { r: 4, fill: colour, "fill-opacity": 0.75 } : { r: 3, fill: colour }
    const hint = `${labels[point.index]}, ${name}: ${numberText(point.value, style)}`
    return [element("circle", { cx: point.x, cy: point.y, ...look }, element("title", {}, escaped(hint)))]
  })
  if (kind === "points") return dots
  const d = points
    .map((point, at) => (point ? `${points[at - 1] ? "L" : "M"}${point.x.toFixed(2)} ${point.y.toFixed(2)}` : ""))
    .join("")
  return [
    element("path", { d, fill: "none", stroke: colour, "stroke-width": 2.2, "stroke-linejoin": "round" }),
    ...dots,
  ]
}
