import type { Language } from "../../protocol/log/environment.ts"
import type { Titles } from "./chart.ts"
import { type Drawing, inQuotes } from "./drawing.ts"
import type { Area } from "./paper.ts"
import { type Plot, xOf, yOf } from "./plot.ts"
import type { Scale } from "./scale.ts"
import { element, escaped, fitted, widthOf } from "./svg.ts"
import { sayOnChart } from "./words.ts"

export const AXIS_SIZE = 12
const DARK = "#1c2733"
const CUT_SIZE = 11
/** What is said of a cut axis stands above the plot. */
export const CUT_ROOM = 16

function line(
  place: { readonly x1: number; readonly y1: number; readonly x2?: number; readonly y2?: number },
  stroke: string,
) {
  const { x1, y1, x2 = x1, y2 = y1 } = place
  return element("line", { x1, x2, y1, y2, stroke })
}

/** Where the y axis ends before zero; undefined where it holds it. */
export function cutOf({
  low,
  high,
}: Scale): { readonly word: "begins at" | "ends at"; readonly at: number } | undefined {
  if (low > 0) return { word: "begins at", at: low }
  return high < 0 ? { word: "ends at", at: high } : undefined
}

/** Without zero it has a break, and says so. */
export function yAxis(plot: Plot, language: Language): Drawing {
  const { area, y } = plot
  const ticks = y.ticks.flatMap((tick) => [
    line({ x1: area.left, x2: area.right, y1: yOf(plot, tick) }, "#e2e6ea"),
    element("text", { x: area.left - 8, y: yOf(plot, tick) + 4, "text-anchor": "end" }, escaped(y.text(tick))),
  ])
  const cut = cutOf(y)
  if (!cut) {
    const zero = yOf(plot, 0)
    return { parts: [...ticks, line({ x1: area.left, x2: area.right, y1: zero }, DARK)], notes: [] }
  }
  const said = sayOnChart(language, cut.word, y.text(cut.at))
  const look = { x: area.left, y: area.top - 10, "font-size": CUT_SIZE, "font-style": "italic" }
  return {
    parts: [...ticks, axisWithBreak(plot, cut.word), element("text", look, escaped(said))],
    notes: [
      `The y axis ${cut.word} ${y.text(cut.at)}, not at zero (the drawing says so): differences look larger than they are.`,
    ],
  }
}

/** The axis with a zigzag at the end where zero would be. */
function axisWithBreak({ area }: Plot, word: "begins at" | "ends at"): string {
  const [near, far] = word === "begins at" ? [area.bottom, area.top] : [area.top, area.bottom]
  const away = Math.sign(far - near)
  const x = (aside: number) => (area.left + aside).toFixed(2)
  const y = (distance: number) => (near + away * distance).toFixed(2)
  const zigzag = `M${x(0)} ${y(0)}L${x(0)} ${y(4)}L${x(5)} ${y(7)}L${x(-5)} ${y(13)}L${x(0)} ${y(16)}`
  return element("path", { d: `${zigzag}L${x(0)} ${far.toFixed(2)}`, fill: "none", stroke: DARK, "stroke-width": 1.2 })
}

/** Marks of numbers; every second or third where they would meet. */
export function xAxis(plot: Plot, x: Scale): string[] {
  const { left, right, bottom } = plot.area
  const widest = Math.max(...x.ticks.map((tick) => widthOf(x.text(tick), AXIS_SIZE)))
  const every = Math.max(1, Math.ceil(((widest + 8) * (x.ticks.length - 1)) / (right - left)))
  return x.ticks.flatMap((tick, index) => {
    const place = xOf(plot, 0, tick)
    const mark = line({ x1: place, y1: bottom, y2: bottom + 5 }, DARK)
    if (index % every !== 0) return [mark]
    return [mark, element("text", { x: place, y: bottom + 18, "text-anchor": "middle" }, escaped(x.text(tick)))]
  })
}

export function axisTitles({ x, y }: Titles, outer: Area, area: Area): Drawing {
  const middle = (area.top + area.bottom) / 2
  const across = x && fitted(x, AXIS_SIZE, area.right - area.left)
  const up = y && fitted(y, AXIS_SIZE, area.bottom - area.top)
  const notes = [
    ...(across && across !== x ? [`The title of the x axis is cut: ${inQuotes(across)}.`] : []),
    ...(up && up !== y ? [`The title of the y axis is cut: ${inQuotes(up)}.`] : []),
  ]
  const parts: string[] = []
  if (across) {
    const look = { x: (area.left + area.right) / 2, y: outer.bottom, "text-anchor": "middle" }
    parts.push(element("text", look, escaped(across)))
  }
  if (up) {
    const transform = `rotate(-90 ${outer.left + 8} ${middle.toFixed(1)})`
    parts.push(element("text", { x: outer.left + 8, y: middle, "text-anchor": "middle", transform }, escaped(up)))
  }
  return { parts, notes }
}
