import type { Chart } from "./report.ts"
import { shown } from "./table.ts"

const WIDTH = 720
const LABELS = 230
const VALUES = 110
const ROW = 30
const TOP = 44

/** A bar chart as SVG: text in the reader's own colour, bars in colours that stand on light and dark alike. */
export function drawChart({ title, unit, bars, limit }: Chart): string {
  const most = Math.max(...bars.map(({ value }) => value), limit?.value ?? 0, Number.MIN_VALUE)
  const length = (value: number) => Math.round(((WIDTH - LABELS - VALUES) * Math.max(0, value)) / most)
  const height = TOP + bars.length * ROW + (limit ? 24 : 6)
  const rows = bars.map(({ label, value, ours }, index) => {
    const y = TOP + index * ROW
    return [
      `<text x="${LABELS - 10}" y="${y + 15}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${length(value)}" height="20" rx="2" fill="${ours ? OURS : OTHERS}"/>`,
      `<text x="${LABELS + length(value) + 8}" y="${y + 15}">${escapeXml(shown(value, unit))}</text>`,
    ].join("\n")
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="currentColor" color="${TEXT}">`,
    `<title>${escapeXml(title)}</title>`,
    `<text x="0" y="18" font-size="15" font-weight="600">${escapeXml(title)}</text>`,
    ...rows,
    ...(limit ? [limitLine(LABELS + length(limit.value), height, limit.label)] : []),
    "</svg>",
    "",
  ].join("\n")
}

const OURS = "#2f81c7"
const OTHERS = "#8b949e"
/** Readable on white and on near-black, for viewers that show an SVG as an image and have no colour of their own. */
const TEXT = "#768390"

function limitLine(x: number, height: number, label: string): string {
  return [
    `<line x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${height - 20}" stroke="#d29922" stroke-dasharray="4 3"/>`,
    `<text x="${x}" y="${height - 6}" text-anchor="middle" font-size="12">${escapeXml(label)}</text>`,
  ].join("\n")
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
