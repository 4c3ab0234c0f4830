import type { Todo } from "../../protocol/log/control.ts"
import type { StageStatus } from "../../protocol/log/event.ts"
import type { LastWord } from "../../run/finish/gate/closer.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { TodoList } from "../../run/todo/todo-write.ts"
import { MAX_EMPTY_REPLIES } from "../../run/tool-loop/silence.ts"
import { takeTurn } from "../../run/tool-loop/turn.ts"
import type { TurnLoop } from "../../run/tool-loop/turn-loop.ts"
import { say } from "../../text/words/words.ts"
import { itemName } from "./item-name.ts"
import * as prompts from "./prompts.ts"

export type Walk = {
  readonly list: TodoList
  readonly turns: TurnLoop
  /** What the model said of the item in hand in this turn. */
  readonly said: { continues: boolean }
  /** Whether a task has succeeded since the list was made, and since the item in hand was handed out. */
  readonly work: { onList: boolean; onItem: boolean }
  /** The items that were left open. */
  readonly left: Set<string>
  /** The end is being looked at: any item may be brought up to date. */
  isClosing: boolean
  /** What it said of the whole, when all was ticked off. */
  word?: LastWord | undefined
}

/** How an item ended, and why where it is not done. */
export type ItemEnd = {
  readonly id: string
  /** Of its first walk, in keys. */
  readonly name: string
  readonly content: string
  readonly status: StageStatus
  readonly reason: string
}

/** A first try and one more. */
const ATTEMPTS = 2

/**
 * What failed is tried again each time the run is taken up after its end. That comes after everything that was walked
 * before: what the list looked like then stays as it is recorded.
 */
export async function walkAgain(run: RunContext, walk: Walk, ends: readonly ItemEnd[]): Promise<readonly ItemEnd[]> {
  const now = [...ends]
  for (let epoch = 2; epoch <= run.epoch; epoch++) {
    for (const [index, { id, name, content, status }] of now.entries()) {
      if (status === "done") continue
      const todo: Todo = { id, content, status: "pending" }
      now[index] = { ...(await walkItem(run, walk, todo, index + 1, `${name}-again-${epoch}`)), name }
    }
  }
  return now
}

/** Hands the model one item; only its own `todo_write` completes it. */
export async function walkItem(
  run: RunContext,
  walk: Walk,
  todo: Todo,
  position: number,
  name = itemName(todo, position),
): Promise<ItemEnd> {
  const { value } = await run.stage({ kind: "item", name, title: todo.content }, async (here) => {
    await setStatus(here, walk, "started", todo.id, "in_progress")
    const isDone = await tryItem(here, walk, todo, position)
    // A failed item is off the list: the next one can't be started beside it.
    if (!isDone) await setStatus(here, walk, "failed", todo.id, "cancelled")
    const status = isDone ? "done" : "failed"
    const end: ItemEnd = {
      id: todo.id,
      name,
      content: todo.content,
      status,
      reason: isDone ? "" : say(here.environment.language, "item.failed", ATTEMPTS),
    }
    return { status, summary: end.reason, value: end }
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
  for (let turn = 1; ; turn++) {
    const { end, advice } = await takeTurn(here, turn, walk.turns, { left: Math.max(0, calls - used), of: calls })
    if (statusOf(walk.list, todo) === "completed") return true
    const ran = end.kind === "worked" ? end.outcomes.length : 0
    used += ran
    idle = ran > 0 ? 0 : idle + 1
    const isLost = advice?.level === "fail" || idle === MAX_EMPTY_REPLIES
    if (!isLost && end.kind !== "empty" && ran === 0) walk.turns.conversation.tell(prompts.due(todo))
    const isUsedUp = used >= calls && idle > 0
    // What was given up once stays so, whatever the limits are by now: what came after it stands on it.
    if (!here.decide(`goes-on-${turn + 1}`, () => !(isLost || isUsedUp))) return false
  }
}

export function statusOf(list: TodoList, { id }: Todo): Todo["status"] | undefined {
  return list.todos.find((todo) => todo.id === id)?.status
}

/** The engine's own change of one item. */
export async function setStatus(
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
