import type { Todo } from "../../protocol/control.ts"
import { underRules } from "../../run/turns/prompts.ts"
import { quotedName } from "../../text/quoted-name.ts"

export function plan(request: string, rules: string): string {
  return [
    underRules(request, rules),
    "Due: todo_write with merge false: 3-5 items, in the order in which they are to be done, all pending. Nothing is done yet.",
  ].join("\n\n")
}

export function item(todo: Todo, position: number, of: number, calls: number): string {
  return `Item ${position} of ${of}: ${todo.content}\nDo it with the tools (at most ${calls} calls). When it is done, mark ${quotedName(todo.id)} completed with todo_write.`
}

export function again(todo: Todo, calls: number): string {
  return `Item ${quotedName(todo.id)} is not marked completed. Try once more, in another way if the first did not work (at most ${calls} calls); then mark it completed with todo_write.`
}

export function due(todo: Todo): string {
  return `Item ${quotedName(todo.id)} is still in_progress. If its work is done, mark it completed with todo_write; else go on with the tools.`
}

/** An item that goes on while it brings something new. */
export function beginItem(todo: Todo, position: number, of: number): string {
  return `Item ${position} of ${of}: ${todo.content}\nDo it with the tools. When it is done, mark ${quotedName(todo.id)} completed with todo_write.`
}

/** In words, when the estimate of an item is used up. */
export function itemDue(todo: Todo): string {
  const id = quotedName(todo.id)
  return `Item ${id} has taken as long as it was expected to. If it is done, mark ${id} completed with todo_write now; if there is more to do, write it as in_progress and go on.`
}

export function itemAsked(todo: Todo): string {
  return `Due: todo_write for item ${quotedName(todo.id)}: completed, or in_progress if there is more to do.`
}

/** What the closing gate found, as one more item. */
export function closingItem(todo: Todo, told: string): string {
  return `${told}\nIt is item ${quotedName(todo.id)} of the list; mark it completed with todo_write when it is done.`
}
