import type { Estimated } from "../statistics.ts"
import { escapeHtml } from "./escape.ts"

/** A bar with the interval that its value lies in. */
export type PlotBar = { readonly label: string; readonly estimated: Estimated; readonly shown: string }

/** A point of a plot of two figures. */
export type Point = { readonly label: string; readonly x: number; readonly y: number }

const [WIDTH, LABELS, VALUES, ROW, TOP] = [760, 250, 130, 28, 36] as const

/** Horizontal bars with whiskers. `most`: the end of the axis; the largest value unless told otherwise. */
export function barPlot(title: string, bars: readonly PlotBar[], most?: number): string {
  const end = most ?? Math.max(...bars.map(({ estimated }) => estimated.high), Number.MIN_VALUE)
  const at = (value: number) => LABELS + Math.round(((WIDTH - LABELS - VALUES) * value) / end)
  const rows = bars.map(({ label, estimated: { value, low, high }, shown }, index) => {
    const y = TOP + index * ROW
    return [
      `<text x="${LABELS - 10}" y="${y + 15}" text-anchor="end">${escapeHtml(label)}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${at(value) - LABELS}" height="20" rx="2" class="bar"/>`,
      `<path d="M${at(low)} ${y + 10}H${at(high)}M${at(low)} ${y + 5}v10M${at(high)} ${y + 5}v10" class="whisker"/>`,
      `<text x="${Math.max(at(value), at(high)) + 8}" y="${y + 15}">${escapeHtml(shown)}</text>`,
    ].join("")
  })
  return figure(title, TOP + bars.length * ROW + 6, rows.join("\n"))
}

const [LEFT, BOTTOM, HIGH] = [70, 46, 320] as const

/** Points by two figures, the first to the right, the second (a share) upwards. */
export function pointPlot(title: string, points: readonly Point[], sayX: (x: number) => string): string {
  const most = Math.max(...points.map(({ x }) => x), Number.MIN_VALUE) * 1.15
  const x = (value: number) => LEFT + Math.round(((WIDTH - LEFT - 40) * value) / most)
  const y = (share: number) => TOP + Math.round((HIGH - TOP - BOTTOM) * (1 - share))
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${LEFT} ${y(share)}H${WIDTH - 40}" class="line"/><text x="${LEFT - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100}%</text>`,
  )
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (part) =>
      `<text x="${x(part * most)}" y="${HIGH - BOTTOM + 20}" text-anchor="middle">${escapeHtml(sayX(part * most))}</text>`,
  )
  const dots = points.map(({ label, ...point }) => {
    const [px, py] = [x(point.x), y(point.y)]
    const isRight = px > WIDTH / 2
    return `<circle cx="${px}" cy="${py}" r="6" class="bar"/><text x="${px + (isRight ? -10 : 10)}" y="${py - 9}" text-anchor="${isRight ? "end" : "start"}">${escapeHtml(label)}</text>`
  })
  return figure(title, HIGH, [...lines, ...ticks, ...dots].join("\n"))
}

function figure(title: string, height: number, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}"><text x="0" y="18" class="title">${escapeHtml(title)}</text>
${content}
</svg>`
}
