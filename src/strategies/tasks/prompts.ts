import type { Todo } from "../../protocol/control.ts"
import { quotedName } from "../../text/quoted-name.ts"

export function plan(request: string, rules: string): string {
  return [
    request,
    ...(rules === "" ? [] : [rules]),
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
