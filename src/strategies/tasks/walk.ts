import type { Todo } from "../../protocol/control.ts"
import type { StageStatus } from "../../protocol/event.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { TodoList } from "../../run/todo/todo-write.ts"
import { MAX_EMPTY_REPLIES } from "../../run/turns/silence.ts"
import { type Turns, takeTurn } from "../../run/turns/turn.ts"
import * as prompts from "./prompts.ts"

export type Walk = { readonly list: TodoList; readonly turns: Turns }

/** How an item ended, and why where it is not done. */
export type ItemEnd = {
  readonly id: string
  readonly content: string
  readonly status: StageStatus
  readonly reason: string
}

/** A first try and one more. */
const ATTEMPTS = 2

/** Hands the model one item; only its own `todo_write` completes it. */
export async function walkItem(run: RunContext, walk: Walk, todo: Todo, position: number): Promise<ItemEnd> {
  const { list } = walk
  const { value } = await run.stage({ kind: "item", name: `item-${todo.id}`, title: todo.content }, async (here) => {
    await setStatus(here, walk, "started", todo.id, "in_progress")
    const isDone = await tryItem(here, walk, todo, position)
    // A failed item is off the list: the next one can't be started beside it.
    if (!isDone) await setStatus(here, walk, "failed", todo.id, "cancelled")
    const status = isDone ? "done" : "failed"
    const end: ItemEnd = {
      id: todo.id,
      content: todo.content,
      status,
      reason: isDone ? "" : "not completed in two tries",
    }
    return { status, summary: isDone ? list.text : end.reason, value: end }
  })
  return value
}

async function tryItem(here: RunContext, walk: Walk, todo: Todo, position: number): Promise<boolean> {
  const calls = here.environment.limits.max_step_tool_calls
  const { conversation } = walk.turns
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    conversation.tell(
      attempt === 1 ? prompts.item(todo, position, walk.list.todos.length, calls) : prompts.again(todo, calls),
    )
    if (await workOn(here.at(`try-${attempt}`), walk, todo, calls)) return true
  }
  return false
}

/** Turns until the item is marked, the calls are used up, or the model has nothing more to say. */
async function workOn(here: RunContext, walk: Walk, todo: Todo, calls: number): Promise<boolean> {
  let used = 0
  let idle = 0
  for (let turn = 1; used < calls || idle === 0; turn++) {
    const { end, advice } = await takeTurn(here, turn, walk.turns, { left: Math.max(0, calls - used), of: calls })
    if (statusOf(walk.list, todo) === "completed") return true
    const ran = end.kind === "worked" ? end.outcomes.length : 0
    used += ran
    idle = ran > 0 ? 0 : idle + 1
    if (advice?.level === "fail" || idle === MAX_EMPTY_REPLIES) return false
    if (end.kind !== "empty" && ran === 0) walk.turns.conversation.tell(prompts.due(todo))
  }
  return false
}

function statusOf(list: TodoList, { id }: Todo): Todo["status"] | undefined {
  return list.todos.find((todo) => todo.id === id)?.status
}

async function setStatus(
  here: RunContext,
  { list }: Walk,
  name: string,
  id: string,
  status: Todo["status"],
): Promise<void> {
  await list.set(
    here,
    name,
    list.todos.map((todo) => (todo.id === id ? { ...todo, status } : todo)),
  )
}
