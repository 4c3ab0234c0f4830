import type { Todo } from "../../protocol/log/control.ts"
import { hidesSomething } from "../../text/spelled-out.ts"

/**
 * What an item is called in keys, and so in the ids of its results. The model chooses ids, and one such as `a/try-1/turn-1` would
 * stand for a place of another item: what is more than a short word is called by its place in the list. The model goes on using its own.
 */
export function itemName({ id }: Pick<Todo, "id">, position: number): string {
  return isWord(id) ? `item-${id}` : `todo-${position}`
}

function isWord(id: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,39}$/u.test(id) && !/\.\.|-again-\d+$/.test(id) && !hidesSomething(id)
}
