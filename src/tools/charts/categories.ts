import { count } from "../code/text/text.ts"
import { type Drawing, inQuotes, someOf } from "./drawing.ts"
import type { Area } from "./paper.ts"
import { type Plot, xOf } from "./plot.ts"
import { element, escaped, fitted, widthOf, wrapped } from "./svg.ts"

const SIZE = 12
const SIZES = [12, 11]
const LINE = 14
const MOST_LINES = 5
/** Between two labels beside each other. */
const GAP = 8
/** A slanted label needs so much of the axis. */
const SLANTED_STEP = 20
const LONGEST_SLANTED = 200
/** The plot makes so much room for it at most. */
const MOST_ASIDE = 60
const SINE = Math.SQRT1_2

/** How the labels along the x axis are written, where the plot begins beside them, and how deep they are. */
export type Categories = { readonly left: number; readonly depth: number; draw(plot: Plot): Drawing }

/** Side by side, on a few lines, or slanted; where even so there are too many, every second or third stands for them. */
export function categoriesOf(labels: readonly string[], { left, right }: Pick<Area, "left" | "right">): Categories {
  const room = (right - left) / labels.length - GAP
  const flat = SIZES.map((size) => ({ size, lines: labels.map((label) => wrapped(label, size, room, MOST_LINES)) }))
  const fitting = flat.find(({ lines }) => lines.every((one) => one !== undefined))
  return fitting ? beside(fitting.lines, fitting.size, left) : slanted(labels, { left, right })
}

function beside(lines: readonly (readonly string[] | undefined)[], size: number, left: number): Categories {
  const draw = (plot: Plot): Drawing => ({
    notes: [],
    parts: lines.flatMap((one = [], index) =>
      one.map((text, line) => {
        const [x, y] = [xOf(plot, index), plot.area.bottom + 16 + line * LINE]
        return element("text", { x, y, "text-anchor": "middle", "font-size": size }, escaped(text))
      }),
    ),
  })
  return { left, depth: 6 + LINE * Math.max(...lines.map((one = []) => one.length)), draw }
}

function slanted(labels: readonly string[], within: Pick<Area, "left" | "right">): Categories {
  // The first label reaches to the left of the axis.
  const wanted = Math.min(LONGEST_SLANTED, widthOf(labels[0] ?? "", SIZE)) * SINE + SIZE
  const left = Math.min(within.left + MOST_ASIDE, Math.max(within.left, wanted))
  const slot = (within.right - left) / labels.length
  const every = Math.max(1, Math.ceil(SLANTED_STEP / slot))
  const shown = labels.flatMap((label, index) => {
    if (index % every !== 0) return []
    const onPaper = (left + (index + 0.5) * slot - SIZE) / SINE
    return [{ label, index, text: fitted(label, SIZE, Math.min(LONGEST_SLANTED, onPaper)) }]
  })
  const longest = Math.max(...shown.map(({ text }) => widthOf(text, SIZE)))
  const cut = shown.filter(({ label, text }) => label !== text)
  const notes = [
    ...(every > 1 ? [`The x axis names every ${ordinal(every)} of ${count(labels.length, "row")}.`] : []),
    ...(cut.length > 0
      ? [
          `${count(cut.length, "label")} of the x axis ${cut.length === 1 ? "is" : "are"} cut: ${someOf(cut.map(({ text }) => inQuotes(text)))}.`,
        ]
      : []),
  ]
  const draw = (plot: Plot): Drawing => ({
    notes,
    parts: shown.map(({ index, text }) => {
      const [x, y] = [xOf(plot, index) + 4, plot.area.bottom + 14]
      const transform = `rotate(-45 ${x.toFixed(1)} ${y.toFixed(1)})`
      return element("text", { x, y, "text-anchor": "end", transform }, escaped(text))
    }),
  })
  return { left, depth: longest * SINE + 18, draw }
}

function ordinal(number: number): string {
  return number === 2 ? "2nd" : number === 3 ? "3rd" : `${number}th`
}
