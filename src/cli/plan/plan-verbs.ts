import { UsageError } from "../terminal/failure.ts"
import { type PlanList, withItems } from "./plan-list.ts"

/** What can be typed to change a plan, for help and for mistakes. */
export const PLAN_VERBS = "drop 2 · move 3 1 · change 2 TEXT · add TEXT"

/** The list after what somebody typed. Throws `UsageError` for what can't be understood. */
export function changedBy(list: PlanList, typed: string): PlanList {
  const [, verb = "", rest = ""] = /^(\w+)\s*(.*)$/s.exec(typed.trim()) ?? []
  const [, number = "", words = ""] = /^(\d+)\s*(.*)$/s.exec(rest) ?? []
  const { kind } = list
  if (verb === "add" && rest !== "") return withItems(list, [...list.items, kind.made(rest, list.items)])
  const at = Number(number) - 1
  const item = list.items[at]
  if (!item) throw new UsageError(`"${typed}": say ${PLAN_VERBS}, with a number of the list.`)
  const others = list.items.filter((_, index) => index !== at)
  if (verb === "drop") return withItems(list, others)
  if (verb === "change" && words !== "")
    return withItems(list, list.items.with(at, { ...kind.changed(item, words), id: item.id }))
  const to = Number(words) - 1
  if (verb === "move" && list.items[to]) return withItems(list, others.toSpliced(to, 0, item))
  throw new UsageError(`"${typed}": say ${PLAN_VERBS}.`)
}
