import { firstLine } from "../paint/text.ts"
import { UsageError } from "../terminal/failure.ts"
import { KINDS, type ListKind, type PlanItem } from "./plan-kinds.ts"

/** A plan as a list of lines: which part of it that is, and what stands in it. */
export type PlanList = {
  readonly plan: Readonly<Record<string, unknown>>
  readonly kind: ListKind
  readonly items: readonly PlanItem[]
}

/** `undefined` for a plan that is no list of anything known: of a strategy of somebody else's. */
export function listIn(plan: unknown): PlanList | undefined {
  if (typeof plan !== "object" || plan === null) return undefined
  const kind = KINDS.find(({ field }) => Array.isArray((plan as Record<string, unknown>)[field]))
  if (!kind) return undefined
  const found = (plan as Record<string, unknown>)[kind.field] as readonly PlanItem[]
  // Items are known by numbers from here on, wherever they are put.
  const items = found.map((item, index) => ({ ...item, id: item.id ?? kind.idAt(index) }))
  return { plan: plan as PlanList["plan"], kind, items }
}

/** One line for each item, as it can be edited. */
export function editableText({ kind, items }: PlanList): string {
  return items.map((item, index) => `${index + 1}. ${kind.text(item)}`).join("\n")
}

const LINE = /^\s*(?:(\d+)[.)]\s*|[-+*]\s+)(.+?)\s*$/

/** What somebody made of these lines: each number is the item that had it, a line with a dash is new. Throws `UsageError`. */
export function editedList(list: PlanList, text: string): PlanList {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
  const items = lines.map((line) => {
    const [whole, number, words = ""] = LINE.exec(line) ?? []
    if (whole === undefined)
      throw new UsageError(`"${firstLine(line)}": a line of a plan begins with its number, a new one with a dash.`)
    return itemFrom(list, number, words)
  })
  const ids = items.map(({ id }) => id)
  const twice = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) !== index)
  if (twice >= 0)
    throw new UsageError(`line ${twice + 1}: this number stands there already; a new line begins with a dash.`)
  return withItems(list, items)
}

function itemFrom({ kind, items }: PlanList, number: string | undefined, words: string): PlanItem {
  if (number === undefined) return kind.made(words, items)
  const item = items[Number(number) - 1]
  if (!item) throw new UsageError(`there is no line ${number} in the plan; a new line begins with a dash.`)
  return words === kind.text(item) ? item : { ...kind.changed(item, words), id: item.id }
}

/** New items get numbers of their own, and nobody waits for what is not there any more. */
export function withItems(list: PlanList, items: readonly PlanItem[]): PlanList {
  const { kind } = list
  const taken = new Set([...list.items, ...items].map(({ id }) => String(id)))
  const numbered = items.map((item) => {
    if (item.id !== undefined) return item
    let place = 0
    while (taken.has(String(kind.idAt(place)))) place += 1
    taken.add(String(kind.idAt(place)))
    return { ...item, id: kind.idAt(place) }
  })
  const there = new Set(numbered.map(({ id }) => id))
  return { ...list, items: numbered.map((item) => kind.waitingFor(item, (id) => there.has(id))) }
}

/** The plan again, as the run takes it. */
export function planOf({ plan, kind, items }: PlanList): unknown {
  return { ...plan, [kind.field]: items }
}
