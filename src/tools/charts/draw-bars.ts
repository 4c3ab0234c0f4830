import { count } from "../code/text/text.ts"
import type { Chart, Series } from "./chart.ts"
import { type Drawing, inQuotes, someOf } from "./drawing.ts"
import { numberText, withDecimals } from "./numbers.ts"
import { type Area, colourOf } from "./paper.ts"
import { type Plot, xOf, yOf } from "./plot.ts"
import type { Scale } from "./scale.ts"
import { element, escaped, widthOf } from "./svg.ts"

/** A series' bars take so much of their place, and none is wider than this. */
const SHARE = 0.78
const WIDEST = 80
const SIZES = [11, 10, 9]
/** Between two numbers beside each other. */
const GAP = 3
const UPRIGHT_SIZE = 10
/** A number that stands upright needs so much of the axis, and may be so long. */
const UPRIGHT_STEP = 13
const LONGEST_UPRIGHT = 100
/** Above this a part of one is no loss. */
const LEAST_ROUNDED = 100
const LOWEST_SEEN = 0.5

/** How the values are written at the ends of their bars. */
export type ValueLabels = {
  readonly texts: readonly (readonly string[])[]
  readonly size: number
  readonly isUpright: boolean
  /** How far they reach beyond their bars. */
  readonly reach: number
  readonly isRounded: boolean
}

/** The first way in which no number meets its neighbour: smaller, without decimals, upright; undefined where there is none. */
export function valueLabelsOf({ series, labels }: Chart, { left, right }: Pick<Area, "left" | "right">) {
  const slot = (right - left) / labels.length
  const pitch = series.length === 1 ? slot : barWidth(slot, series.length)
  const full = series.map(({ values, style }) =>
    values.map((value) => (value === null ? "–" : numberText(value, style))),
  )
  const ways = [
    { texts: full, isRounded: false },
    ...(canBeRounded(series) ? [{ texts: rounded(series), isRounded: true }] : []),
  ]
  const flat = ways.flatMap(({ texts, isRounded }) =>
    SIZES.map((size): ValueLabels => ({ texts, size, isUpright: false, reach: size + 7, isRounded })),
  )
  const upright = ways.map(
    ({ texts, isRounded }): ValueLabels => ({
      texts,
      size: UPRIGHT_SIZE,
      isUpright: true,
      reach: longest(texts, UPRIGHT_SIZE) + 8,
      isRounded,
    }),
  )
  return (
    flat.find(({ texts, size }) => longest(texts, size) + GAP <= pitch) ??
    upright.find(({ reach }) => pitch >= UPRIGHT_STEP && reach <= LONGEST_UPRIGHT)
  )
}

function canBeRounded(series: readonly Series[]): boolean {
  return series.every(
    ({ values, style }) => !style.isPower && values.every((value) => !value || Math.abs(value) >= LEAST_ROUNDED),
  )
}

function rounded(series: readonly Series[]): string[][] {
  return series.map(({ values }) => values.map((value) => (value === null ? "–" : withDecimals(value, 0))))
}

function longest(texts: readonly (readonly string[])[], size: number): number {
  return texts.flat().reduce((most, text) => Math.max(most, widthOf(text, size)), 0)
}

/** How much of an area as high as this the numbers above the highest and below the lowest bar take. */
export function roomFor(
  labels: ValueLabels | undefined,
  { series }: Chart,
  y: Scale,
  height: number,
): Pick<Plot, "above" | "below"> {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null))
  if (!labels) return { above: 0, below: 0 }
  const room = (share: number) => Math.max(0, (labels.reach - share * height) / (1 - share))
  const free = (value: number, end: number) => Math.min(0.9, Math.abs(end - value) / (y.high - y.low))
  const least = Math.min(...values)
  return {
    above: room(free(Math.max(0, ...values), y.high)),
    below: least < 0 ? room(free(least, y.low)) : 0,
  }
}

function barWidth(slot: number, series: number): number {
  return Math.min(WIDEST, (slot * SHARE) / series)
}

export function drawBars(plot: Plot, chart: Chart, labels: ValueLabels | undefined): Drawing {
  const { series } = chart
  const width = barWidth((plot.area.right - plot.area.left) / plot.slots, series.length)
  const unseen: string[] = []
  const parts = chart.labels.flatMap((label, index) =>
    series.flatMap(({ name, values, style }, which) => {
      const value = values[index] ?? null
      const x = xOf(plot, index) + (which - series.length / 2) * width
      const text = labels ? [valueLabel(plot, labels, x + width / 2, value, labels.texts[which]?.[index] ?? "")] : []
      if (value === null) return text
      const [end, zero] = [yOf(plot, value), yOf(plot, 0)]
      if (Math.abs(end - zero) < LOWEST_SEEN) unseen.push(`${inQuotes(label)}${series.length > 1 ? ` of ${name}` : ""}`)
      const hint = element("title", {}, escaped(`${label}, ${name}: ${numberText(value, style)}`))
      const size = { width: Math.max(0.5, width - 1.5), height: Math.abs(end - zero) }
      return [element("rect", { x, y: Math.min(end, zero), ...size, fill: colourOf(which) }, hint), ...text]
    }),
  )
  return { parts, notes: [...labelNotes(chart, labels), ...unseenNotes(unseen)] }
}

/** On a piece of white paper, so that no line of the grid goes through it. */
function valueLabel(plot: Plot, labels: ValueLabels, x: number, value: number | null, text: string): string {
  const { size, isUpright } = labels
  const isDown = (value ?? 0) < 0
  const end = yOf(plot, value ?? 0)
  const width = widthOf(text, size)
  const [wide, high] = isUpright ? [size, width] : [width, size]
  const paper = { x: x - wide / 2, y: isDown ? end + 3 : end - 3 - high, width: wide, height: high, fill: "#ffffff" }
  const look = isUpright
    ? uprightAt(x + size * 0.36, isDown ? end + 5 : end - 5, isDown)
    : { x, y: isDown ? end + size + 3 : end - 5, "text-anchor": "middle" }
  return element("rect", paper) + element("text", { ...look, "font-size": size }, escaped(text))
}

function uprightAt(x: number, y: number, isDown: boolean) {
  return { x, y, "text-anchor": isDown ? "end" : "start", transform: `rotate(-90 ${x.toFixed(1)} ${y.toFixed(1)})` }
}

function labelNotes({ series, labels: rows }: Chart, labels: ValueLabels | undefined): string[] {
  if (!labels) {
    const bars = count(rows.length * series.length, "bar")
    return [`No values are written on the bars: ${bars} leave no room. Fewer rows or series would.`]
  }
  const rounded = labels.isRounded ? [] : series.filter(({ style }) => style.isRounded && !style.isPower)
  return [
    ...rounded.map(({ name, style }) => `The values of ${name} are rounded to ${count(style.decimals, "decimal")}.`),
    ...(labels.isUpright ? ["The values on the bars stand upright, for want of room."] : []),
    ...(labels.isRounded && series.some(({ style }) => style.decimals > 0)
      ? ["The values on the bars have no decimals, for want of room."]
      : []),
  ]
}

function unseenNotes(unseen: readonly string[]): string[] {
  if (unseen.length === 0) return []
  return [`${count(unseen.length, "bar")} ${unseen.length === 1 ? "is" : "are"} too low to be seen: ${someOf(unseen)}.`]
}
