type Attributes = Readonly<Record<string, string | number | undefined>>

/** An SVG element as text; what is in it is SVG already. */
export function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(short(value))}"`],
  )
  return inside.length === 0 ? `<${name}${given.join("")}/>` : `<${name}${given.join("")}>${inside.join("")}</${name}>`
}

/** A text of people's, as it may stand in SVG; control characters have no place in XML, escaped or not. */
export function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  }
  return text
    .toWellFormed()
    .replace(/(?![\n\t\r])\p{Cc}|\ufffe|\uffff/gu, "")
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}

function short(value: string | number): string {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : value
}

/** How wide a text can be in the widest of our fonts; Chinese signs are as wide as they are high. */
export function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.64), 0) * size
}

/** Of DejaVu Sans; the others are narrower. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u115f\u2e80-\uffef…—]|[\u{1f000}-\u{3ffff}]/u, 1],
  [/[.,:;'|! ijl]/, 0.34],
  [/[Ifrt()/\-[\]]/, 0.42],
  [/[a-ln-vx-z]/, 0.6],
  [/[mwMW%@]/, 0.98],
  [/[A-Z&]/, 0.74],
]

/** The text with an ellipsis where it is wider than there is room. */
export function fitted(text: string, size: number, room: number): string {
  if (widthOf(text, size) <= room) return text
  const signs = [...text]
  while (signs.length > 1 && widthOf(`${signs.join("")}…`, size) > room) signs.pop()
  return `${signs.join("").trimEnd()}…`
}

/** The text in lines that have room, broken between words and around Chinese signs; undefined where they would be more than `most`. */
export function wrapped(text: string, size: number, room: number, most: number): readonly string[] | undefined {
  const pieces = text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+|\s+/gu) ?? [""]
  const lines = [""]
  for (const piece of pieces) {
    const longer = `${lines.at(-1)}${piece}`
    if (widthOf(longer.trim(), size) <= room) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  const shown = lines.map((line) => line.trim()).filter((line) => line !== "")
  const isWhole = shown.length <= most && shown.every((line) => widthOf(line, size) <= room)
  return isWhole ? (shown.length > 0 ? shown : [""]) : undefined
}
