import { languageOf } from "../../text/words/language-of.ts"
import type { Chart } from "./chart.ts"
import { drawPie, legendOfPie } from "./draw-pie.ts"
import { drawPlot } from "./draw-plot.ts"
import { type Drawing, inQuotes, someOf } from "./drawing.ts"
import { missingValues } from "./missing.ts"
import { colourOf } from "./paper.ts"
import { element, escaped, fitted, widthOf } from "./svg.ts"

export const WIDTH = 800
export const HEIGHT = 500

const FONTS =
  "Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
const MARGIN = 20
const LEGEND_SIZE = 12
const LONGEST_NAME = 220
const TITLE_SIZES = [18, 16, 14]

/** A whole drawing; the same chart gives the same text. `notes`: what a reader would notice, for whoever does not see it. */
export function drawChart(chart: Chart): { readonly svg: string; readonly notes: readonly string[] } {
  const { title } = chart.titles
  const head = drawTitle(title)
  const legend = drawLegend(namesIn(chart), title ? 52 : MARGIN)
  const area = { left: MARGIN, top: legend.bottom, right: WIDTH - MARGIN, bottom: HEIGHT - MARGIN }
  const body = chart.kind === "pie" ? drawPie(chart, area) : drawPlot(chart, area, languageIn(chart))
  const svg = {
    xmlns: "http://www.w3.org/2000/svg",
    width: WIDTH,
    height: HEIGHT,
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "font-family": FONTS,
    "font-size": 12,
    fill: "#1c2733",
  }
  const parts = [
    element("title", {}, escaped(title ?? `Chart: ${chart.series.map(({ name }) => name).join(", ")}`)),
    element("rect", { width: "100%", height: "100%", fill: "#ffffff" }),
    ...head.parts,
    ...legend.parts,
    ...body.parts,
  ]
  return {
    svg: `${element("svg", svg, `\n${parts.join("\n")}\n`)}\n`,
    notes: [...head.notes, ...legend.notes, ...missingValues(chart), ...body.notes],
  }
}

function languageIn({ titles, labels, series }: Chart) {
  return languageOf([titles.title, titles.x, titles.y, ...series.map(({ name }) => name), ...labels].join(" "))
}

function drawTitle(title: string | undefined): Drawing {
  if (!title) return { parts: [], notes: [] }
  const room = WIDTH - 2 * MARGIN
  const bold = 1.1
  const size = TITLE_SIZES.find((one) => widthOf(title, one * bold) <= room) ?? Math.min(...TITLE_SIZES)
  const text = fitted(title, size * bold, room)
  const look = { x: WIDTH / 2, y: 32, "text-anchor": "middle", "font-size": size, "font-weight": "bold" }
  return {
    parts: [element("text", look, escaped(text))],
    notes: text === title ? [] : [`The title is cut: ${inQuotes(text)}.`],
  }
}

/** One series needs no legend: the title and the axis say what it is. */
function namesIn(chart: Chart): readonly Name[] {
  if (chart.kind === "pie") return legendOfPie(chart)
  return chart.series.length > 1 ? chart.series.map(({ name }) => ({ name, tail: "" })) : []
}

/** `tail`: what is never cut off. */
type Name = { readonly name: string; readonly tail: string }

function drawLegend(names: readonly Name[], top: number): Drawing & { readonly bottom: number } {
  let [x, y] = [MARGIN, top + LEGEND_SIZE]
  const cut: string[] = []
  const parts = names.flatMap(({ name, tail }, index) => {
    const shown = fitted(name, LEGEND_SIZE, LONGEST_NAME - widthOf(tail, LEGEND_SIZE))
    if (shown !== name) cut.push(inQuotes(shown))
    const text = `${shown}${tail}`
    const width = widthOf(text, LEGEND_SIZE) + 34
    if (x + width > WIDTH - MARGIN && x > MARGIN) [x, y] = [MARGIN, y + 20]
    const place = x
    x += width
    return [
      element("rect", { x: place, y: y - 10, width: 12, height: 12, fill: colourOf(index) }),
      element("text", { x: place + 18, y }, escaped(text)),
    ]
  })
  const notes = cut.length > 0 ? [`Names in the legend are cut: ${someOf(cut)}.`] : []
  return { parts, notes, bottom: names.length > 0 ? y + 16 : top }
}
