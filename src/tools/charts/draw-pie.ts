import type { Chart } from "./chart.ts"
import { type Drawing, inQuotes, someOf } from "./drawing.ts"
import { numberText } from "./numbers.ts"
import { type Area, colourOf } from "./paper.ts"
import { element, escaped } from "./svg.ts"

/** A slice that is narrower has no room for its share: the legend has it. */
const LEAST_LABELLED = 0.03
/** Shares below this need a decimal, and then all have one. */
const LEAST_WHOLE = 0.1

export function drawPie(chart: Chart, area: Area): Drawing {
  const { series, labels } = chart
  const [{ style, values } = { style: undefined, values: [] }] = series
  const shares = sharesOf(chart)
  const centre = { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 }
  const radius = Math.min(area.right - area.left, area.bottom - area.top) / 2 - 24
  let turned = 0
  const parts = shares.flatMap((share, index) => {
    const from = turned
    turned += share
    if (share === 0 || !style) return []
    const hint = element("title", {}, escaped(`${labels[index] ?? ""}: ${numberText(values[index] ?? 0, style)}`))
    return [
      slice({ ...centre, radius }, from, share, colourOf(index), hint),
      ...(share < LEAST_LABELLED ? [] : label({ ...centre, radius }, from + share / 2, shareText(share, shares))),
    ]
  })
  return { parts, notes: notesOf(chart, shares) }
}

/** The names of the slices, with the share of those that have no room for it. */
export function legendOfPie(chart: Chart): { readonly name: string; readonly tail: string }[] {
  const shares = sharesOf(chart)
  return chart.labels.map((name, index) => {
    const share = shares[index] ?? 0
    return { name, tail: share > 0 && share < LEAST_LABELLED ? ` ${shareText(share, shares)}` : "" }
  })
}

function sharesOf({ series }: Chart): number[] {
  const values = (series[0]?.values ?? []).map((value) => value ?? 0)
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => value / total)
}

function notesOf({ labels, series }: Chart, shares: readonly number[]): string[] {
  const names = (wanted: (index: number) => boolean) =>
    labels.flatMap((name, index) => (wanted(index) ? [inQuotes(name)] : []))
  const small = names((index) => (shares[index] ?? 0) > 0 && (shares[index] ?? 0) < LEAST_LABELLED)
  const none = names((index) => series[0]?.values[index] === 0)
  return [
    ...(small.length > 0 ? [`Slices below 3% have their share in the legend instead: ${someOf(small)}.`] : []),
    ...(none.length > 0 ? [`Zeros have no slice: ${someOf(none)}.`] : []),
  ]
}

function shareText(share: number, shares: readonly number[]): string {
  const decimals = shares.some((one) => one > 0 && one < LEAST_WHOLE) ? 1 : 0
  const text = (share * 100).toFixed(decimals)
  return Number(text) === 0 ? `<${(10 ** -decimals).toFixed(decimals)}%` : `${text}%`
}

type Circle = { readonly x: number; readonly y: number; readonly radius: number }

function slice(circle: Circle, from: number, share: number, fill: string, hint: string): string {
  const look = { fill, stroke: "#ffffff", "stroke-width": 1.5 }
  if (share > 0.9999) return element("circle", { cx: circle.x, cy: circle.y, r: circle.radius, ...look }, hint)
  const [start, end] = [onCircle(circle, from), onCircle(circle, from + share)]
  const d = `M${circle.x.toFixed(2)} ${circle.y.toFixed(2)}L${start}A${circle.radius.toFixed(2)} ${circle.radius.toFixed(2)} 0 ${share > 0.5 ? 1 : 0} 1 ${end}Z`
  return element("path", { d, ...look }, hint)
}

/** Beside the circle it begins or ends there, so that it never lies on the slice. */
function label({ x, y, radius }: Circle, middle: number, text: string): string[] {
  const [left = "", top] = onCircle({ x, y, radius: radius + 10 }, middle).split(" ")
  const side = Number(left) - x
  const anchor = Math.abs(side) < radius * 0.25 ? "middle" : side > 0 ? "start" : "end"
  const down = 4 + 5 * Math.sign(Number(top) - y) * (anchor === "middle" ? 1 : 0)
  return [element("text", { x: left, y: Number(top) + down, "text-anchor": anchor }, escaped(text))]
}

/** Turns begin at the top and go on as a clock does. */
function onCircle({ x, y, radius }: Circle, turns: number): string {
  const angle = (turns - 0.25) * 2 * Math.PI
  return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`
}
