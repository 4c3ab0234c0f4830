import { spelledOut } from "../../text/spelled-out.ts"
import type { Paint } from "../paint/paint.ts"
import { wrapLines } from "../paint/text.ts"
import type { PlanItem } from "./plan-kinds.ts"
import { listIn, type PlanList } from "./plan-list.ts"

/** A plan as a numbered list for people: nothing of what would be done is left out. `undefined` where it is no list. */
export function planLines(plan: unknown, columns: number, paint: Paint): readonly string[] | undefined {
  const list = listIn(plan)
  if (!list) return undefined
  const lines = list.items.flatMap((item, index) => itemLines(list, item, index, { columns, paint }))
  return lines.length === 0 ? undefined : lines
}

type Look = { readonly columns: number; readonly paint: Paint }

function itemLines(list: PlanList, item: PlanItem, index: number, { columns, paint }: Look): readonly string[] {
  const number = `${index + 1}. `
  const inset = " ".repeat(number.length)
  const isCall = typeof item.arguments === "object" && item.arguments !== null
  const head = isCall ? String(item.tool) : list.kind.text(item)
  const why = typeof item.why === "string" && item.why !== "" ? wrapped(`— ${item.why}`, columns - inset.length) : []
  return [
    ...wrapped(head, columns - inset.length).map((line, place) => (place === 0 ? paint("bold", number) : inset) + line),
    ...(isCall ? argumentLines(item.arguments as object, columns - inset.length).map((line) => inset + line) : []),
    ...why.map((line) => paint("dim", inset + line)),
  ]
}

/** Texts of several lines stand below their name, as they would be written. */
function argumentLines(given: object, columns: number): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    const isLong = text.includes("\n") || name.length + 2 + text.length > columns
    if (!isLong) return wrapped(`${name}: ${text}`, columns)
    return [`${name}:`, ...wrapped(text.replace(/\n$/, ""), columns - BLOCK.length).map((line) => BLOCK + line)]
  })
}

const BLOCK = "│ "

function wrapped(text: string, columns: number): readonly string[] {
  return wrapLines(spelledOut(text), columns)
}
