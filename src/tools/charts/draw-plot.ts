import type { Language } from "../../protocol/log/environment.ts"
import { AXIS_SIZE, axisTitles, CUT_ROOM, cutOf, xAxis, yAxis } from "./axes.ts"
import { categoriesOf } from "./categories.ts"
import type { Chart } from "./chart.ts"
import { drawBars, roomFor, valueLabelsOf } from "./draw-bars.ts"
import { drawMarks } from "./draw-marks.ts"
import type { Drawing } from "./drawing.ts"
import { type Area, colourOf } from "./paper.ts"
import type { Plot } from "./plot.ts"
import { placeScaleOf, scaleOf } from "./scale.ts"
import { widthOf } from "./svg.ts"

const TITLE_ROOM = 22

/** Bars, lines or points between two axes. */
export function drawPlot(chart: Chart, outer: Area, language: Language): Drawing {
  const { series, places, labels, titles } = chart
  const values = series.flatMap((one) => one.values.filter((value) => value !== null))
  const y = scaleOf(values, { fromZero: chart.kind === "bars" || "if it fits", language })
  const x = places && placeScaleOf(places, language)
  const room = Math.max(...y.ticks.map((tick) => widthOf(y.text(tick), AXIS_SIZE)))
  const least = outer.left + room + 10 + (titles.y ? TITLE_ROOM : 0)
  const beside = x ? Math.max(10, ...x.ticks.slice(-1).map((tick) => widthOf(x.text(tick), AXIS_SIZE) / 2)) : 10
  const right = outer.right - beside
  const categories = x ? undefined : categoriesOf(labels, { left: least, right })
  const area = {
    left: categories?.left ?? least,
    right,
    top: outer.top + 10 + (cutOf(y) ? CUT_ROOM : 0),
    bottom: outer.bottom - (categories?.depth ?? 20) - (titles.x ? TITLE_ROOM : 0),
  }
  const numbers = chart.kind === "bars" ? valueLabelsOf(chart, area) : undefined
  const plot: Plot = { area, y, x, slots: labels.length, ...roomFor(numbers, chart, y, area.bottom - area.top) }
  const drawings = [
    yAxis(plot, language),
    axisTitles(titles, { ...outer, left: outer.left + area.left - least }, area),
    x ? { parts: xAxis(plot, x), notes: [] } : (categories?.draw(plot) ?? { parts: [], notes: [] }),
    chart.kind === "bars"
      ? drawBars(plot, chart, numbers)
      : { parts: series.flatMap((one, index) => drawMarks(plot, chart, one, colourOf(index))), notes: [] },
  ]
  return { parts: drawings.flatMap(({ parts }) => parts), notes: drawings.flatMap(({ notes }) => notes) }
}
