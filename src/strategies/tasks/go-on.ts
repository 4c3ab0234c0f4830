import type { Todo } from "../../protocol/control.ts"
import type { Closer } from "../../run/closing/closer.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { handOver } from "../../run/parts/handover.ts"
import { type PartEnd, workOnPart } from "../../run/parts/part.ts"
import type { RunContext } from "../../run/run-context.ts"
import { todoWrite } from "../../run/todo/todo-write.ts"
import { askForWord } from "../../run/turns/closing.ts"
import { closingTurns } from "../../run/turns/closing-turns.ts"
import { say } from "../../text/words.ts"
import { freshId } from "./fresh-id.ts"
import { itemName } from "./item-name.ts"
import { type ItemLeft, itemPart } from "./item-part.ts"
import * as prompts from "./prompts.ts"
import { setStatus, type Walk } from "./walk.ts"

/** One item after the other; what is not ticked off in its time is left open. What is missing then is the closing gate's. */
export async function goOn(run: RunContext, walk: Walk): Promise<Conclusion> {
  const { todos } = walk.list
  const before: string[] = []
  for (const [index, todo] of todos.entries())
    before.push(await workOnItem(run, walk, todo, { position: index + 1, of: todos.length, before: [...before] }))
  return { kind: "done" }
}

/** `before`: the stages of the items before it. */
type Place = { readonly position: number; readonly of: number; readonly before: readonly string[] }

/** Returns where it was worked on. */
async function workOnItem(run: RunContext, walk: Walk, todo: Todo, place: Place): Promise<string> {
  const { position, of } = place
  const stage = { kind: "item", name: itemName(todo, position), title: todo.content } as const
  const { value } = await run.stage(stage, async (here) => {
    await setStatus(here, walk, "started", todo.id, "in_progress")
    await makeRoom(here, walk, place)
    walk.turns.conversation.tell(prompts.beginItem(todo, position, of))
    const why = whyLeft(here, await workOnPart(here, itemPart(walk, todo, of - position)))
    if (why !== "") await leaveOpen(here, walk, todo)
    return { status: why === "" ? "done" : "forced", summary: why, value: here.path }
  })
  return value
}

/** Items share one conversation until it is half full; then one begins in a conversation of its own, with the list and a hand-over. */
async function makeRoom(here: RunContext, { turns, list }: Walk, { before }: Place): Promise<void> {
  const isFresh = here.decide("fresh", () => before.length > 0 && here.isHalfFull(turns.conversation, turns.specs))
  if (!isFresh) return
  turns.beginAfresh()
  const input = { todos: list.todos, merge: false }
  const call = { id: `call_${todoWrite.name}`, name: todoWrite.name, arguments: JSON.stringify(input) }
  turns.conversation.adopt({ role: "assistant", text: "", calls: [call] })
  turns.conversation.tell(list.text)
  turns.conversation.tell(await handOver(here, before))
}

async function leaveOpen(here: RunContext, walk: Walk, { id }: Todo): Promise<void> {
  walk.left.add(id)
  await setStatus(here, walk, "left", id, "pending")
}

/** An item that has ended stays as it ended. */
function whyLeft({ log }: RunContext, end: PartEnd<ItemLeft>): string {
  const recorded = log.lastEnd
  if (recorded) return recorded.summary
  switch (end.kind) {
    case "ended":
      return end.end.why
    case "unfinished":
      return end.why
    case "recorded":
      return ""
  }
}

/** The last word is `task_done`, which may have come along with the last tick; what is missing is one more item. */
export function itemCloser(walk: Walk): Closer {
  const { turns } = walk
  return {
    given: () => walk.word,
    ask: async (here, told) => {
      walk.word = await askForWord(here, turns.conversation, turns.specs, told)
      return walk.word
    },
    mend: (here, told) => mend(here, walk, told),
  }
}

async function mend(here: RunContext, walk: Walk, told: string): Promise<void> {
  walk.word = undefined
  const { list, turns } = walk
  const title = say(here.environment.language, "closing.item")
  const todo: Todo = { id: freshId(list, "closing"), content: title, status: "in_progress" }
  await list.set(here, "mend", [...list.todos, todo])
  turns.conversation.tell(prompts.closingItem(todo, told))
  const part = itemPart(walk, todo, 0)
  let isDone = false
  await closingTurns(here, turns, async (turn) => {
    const heard = await part.hear(turn)
    isDone = heard.kind === "ended" && heard.end.why === ""
    return heard.kind === "ended"
  })
  // It is the engine's own: what is still missing is the gate's to say.
  if (!isDone) await setStatus(here, walk, "left", todo.id, "cancelled")
}
