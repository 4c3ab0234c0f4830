import type { Todo } from "../../protocol/control.ts"
import type { RunContext } from "../../run/run-context.ts"
import { hidesSomething } from "../../text/spelled-out.ts"

/**
 * What an item is called in keys, and so in the ids of its results. The model chooses ids, and one such as `a/try-1/turn-1` would
 * stand for a place of another item: what is more than a short word is called by its place in the list. The model goes on using its own.
 */
export function itemName(run: RunContext, { id }: Pick<Todo, "id">, position: number): string {
  const name = `item-${id}`
  // A run of an older version goes on under the name that it began with.
  const isRecorded = run.log.fact(name, "stage.started")?.kind === "item"
  return isWord(id) || isRecorded ? name : `todo-${position}`
}

function isWord(id: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,39}$/u.test(id) && !/\.\.|-again-\d+$/.test(id) && !hidesSomething(id)
}
