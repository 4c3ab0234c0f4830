import type { Todo } from "../../protocol/log/control.ts"
import { underRules } from "../../run/tool-loop/prompts.ts"
import { quotedName } from "../../text/quoted-name.ts"

/** How many items a list may have. */
export type ListLength = { readonly fewest: number; readonly most: number }

export function plan(request: string, rules: string, { fewest, most }: ListLength): string {
  const items = fewest === 1 ? `as few items as the work needs, at most ${most}` : `${fewest}-${most} items`
  return [
    underRules(request, rules),
    `Due: todo_write with merge false: ${items}, in the order in which you will do them, all pending. Nothing is done yet.`,
  ].join("\n\n")
}

export function item(todo: Todo, position: number, of: number, calls: number): string {
  return `Item ${position} of ${of}: ${todo.content}\nDo it with the tools, in at most ${calls} calls. When it is done, mark ${quotedName(todo.id)} completed with todo_write.`
}

export function again(todo: Todo, calls: number): string {
  return `Item ${quotedName(todo.id)} is not marked completed. Try once more, in at most ${calls} calls, and differently if the first way did not work. Then mark it completed with todo_write.`
}

export function due(todo: Todo): string {
  return `Item ${quotedName(todo.id)} is still in_progress. If it is done, mark it completed with todo_write; otherwise continue with the tools.`
}

/** An item that goes on while it brings something new. */
export function beginItem(todo: Todo, position: number, of: number): string {
  return `Item ${position} of ${of}: ${todo.content}\nDo it with the tools. When it is done, mark ${quotedName(todo.id)} completed with todo_write, and with it whatever else is done by then. When all are completed, call task_done in the same reply.`
}

/** In words, when the estimate of an item is used up. */
export function itemDue(todo: Todo): string {
  const id = quotedName(todo.id)
  return `Item ${id} has taken as many calls as planned. If it is done, mark ${id} completed with todo_write now. If there is more to do, write it as in_progress and continue.`
}

export function itemAsked(todo: Todo): string {
  return `Due: todo_write for item ${quotedName(todo.id)}: completed, or in_progress if there is more to do.`
}

/** For an answer that comes too early. */
export function notYet(open: readonly Todo[]): string {
  const ids = open.map(({ id }) => quotedName(id)).join(", ")
  return `Not yet: open are ${ids}. Mark those that are done as completed, and call task_done after that in the same reply; go on with the others.`
}

/** Why a part of a write is not taken over. */
export const NOT_TAKEN = {
  unknown: (id: string) => `${quotedName(id)} is not on the list, which stays as it was planned`,
  failed: (id: string, failed: string) => `${quotedName(id)} is not shown to be done, for in this very reply ${failed}`,
  noWork: (id: string) => `${quotedName(id)} can't be completed, for nothing has been done yet`,
  reopened: (id: string) => `${quotedName(id)} is completed and stays so`,
  leftOpen: (id: string) => `${quotedName(id)} was left open; mark it completed if it is done`,
  second: (id: string, current: string) =>
    `${quotedName(id)} can't be started before ${quotedName(current)} is completed`,
  putOff: (id: string, status: string) =>
    `${quotedName(id)} can only be marked completed, not ${status}; if it can't be done, say why`,
} as const
