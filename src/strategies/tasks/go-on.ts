import type { Todo } from "../../protocol/control.ts"
import type { Closer } from "../../run/closing/closer.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { type PartEnd, workOnPart } from "../../run/parts/part.ts"
import type { RunContext } from "../../run/run-context.ts"
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
  for (const [index, todo] of todos.entries())
    await workOnItem(run, walk, todo, { position: index + 1, of: todos.length })
  return { kind: "done" }
}

type Place = { readonly position: number; readonly of: number }

async function workOnItem(run: RunContext, walk: Walk, todo: Todo, { position, of }: Place): Promise<void> {
  const stage = { kind: "item", name: itemName(run, todo, position), title: todo.content } as const
  await run.stage(stage, async (here) => {
    await setStatus(here, walk, "started", todo.id, "in_progress")
    walk.turns.conversation.tell(prompts.beginItem(todo, position, of))
    const why = whyLeft(here, await workOnPart(here, itemPart(walk, todo, of - position)))
    if (why !== "") await leaveOpen(here, walk, todo)
    return { status: why === "" ? "done" : "forced", summary: why, value: undefined }
  })
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
