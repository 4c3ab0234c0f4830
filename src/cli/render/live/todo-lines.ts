import type { Todo } from "../../../protocol/log/control.ts"
import type { DurableEvent } from "../../../protocol/log/event.ts"
import { onOneLine } from "../../paint/text.ts"

/**
 * What changed in a list: all of it where it is new, else a line for each item. An item that the engine hands out has a line already,
 * that of its stage.
 */
export function todoLines(before: readonly Todo[], after: readonly Todo[], event: DurableEvent): readonly string[] {
  if (before === after) return []
  const isHandedOut = event.type === "todo.changed" && event.by === "engine"
  const known = (todo: Todo) => before.find(({ id }) => id === todo.id)
  if (!after.some(known)) return after.length === 0 ? [] : [`todos: ${after.map(inList).join("; ")}`]
  const changed = after.flatMap((todo) => {
    const was = known(todo)
    if (!was) return [`todo added: ${inList(todo)}`]
    if (was.status === todo.status || (isHandedOut && todo.status === "in_progress")) return []
    return [`todo ${WORDS[todo.status]}: ${onOneLine(todo.content)}`]
  })
  const removed = before.filter(({ id }) => !after.some((todo) => todo.id === id))
  return [...changed, ...removed.map(({ content }) => `todo removed: ${onOneLine(content)}`)]
}

const WORDS = { pending: "left open", in_progress: "started", completed: "completed", cancelled: "cancelled" } as const

function inList({ content, status }: Todo): string {
  return status === "pending" ? onOneLine(content) : `${onOneLine(content)} (${WORDS[status]})`
}
