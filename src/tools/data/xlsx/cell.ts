import { type SheetMoment, toMoment } from "./dates.ts"
import { unescapeOffice, type Workbook } from "./workbook.ts"
import { attribute } from "./xml.ts"
import { damaged } from "./zip.ts"

/** A cell's value as text, and what it is. */
export type Cell = {
  readonly kind: "integer" | "number" | "text" | "boolean" | SheetMoment["kind"]
  readonly text: string
}

/** A cell while its value is read. */
export type OpenCell = { readonly column: number; readonly type: string; readonly style: number; value: string }

/** `next` is the column of a cell that does not say where it stands. */
export function openCell(attributes: string, next: number): OpenCell {
  const reference = attribute(attributes, "r")
  return {
    column: reference === undefined ? next : columnOf(reference),
    type: attribute(attributes, "t") ?? "n",
    style: Number(attribute(attributes, "s") ?? 0),
    value: "",
  }
}

/** "A1" is column 0, "AA7" is column 26. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0]
  if (letters === undefined) throw damaged(`it has a cell ${reference}`)
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Undefined where a cell is empty or holds an error. */
export function toCell({ type, value, style }: OpenCell, book: Workbook): Cell | undefined {
  switch (type) {
    case "s":
      return textCell(book.texts[Number(value)] ?? "")
    case "b":
      return { kind: "boolean", text: value.trim() === "1" ? "true" : "false" }
    case "e":
      return undefined
    case "d":
      return isoCell(value)
    case "n":
      return numberCell(value.trim(), book, style)
    default:
      return textCell(unescapeOffice(value))
  }
}

function textCell(text: string): Cell | undefined {
  return text === "" ? undefined : { kind: "text", text }
}

function isoCell(value: string): Cell {
  return { kind: value.includes("T") ? "timestamp" : "date", text: value.replace("T", " ").replace(/Z$/, "") }
}

function numberCell(value: string, { dateStyles, startsIn1904 }: Workbook, style: number): Cell | undefined {
  const number = Number(value)
  if (value === "" || !Number.isFinite(number)) return undefined
  const moment = dateStyles[style] ? toMoment(number, startsIn1904) : undefined
  if (moment) return moment
  return { kind: Number.isSafeInteger(number) ? "integer" : "number", text: String(number) }
}
