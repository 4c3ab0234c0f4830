import type { Todo } from "../../protocol/log/control.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { handOver } from "../../run/extension/handover.ts"
import { type PartEnd, workOnPart } from "../../run/extension/part.ts"
import type { Answered, Closer } from "../../run/finish/gate/closer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { todoWrite } from "../../run/todo/todo-write.ts"
import { itemName } from "./item-name.ts"
import { type ItemLeft, itemPart } from "./item-part.ts"
import * as prompts from "./prompts.ts"
import { setStatus, type Walk } from "./walk.ts"

/**
 * One item after the other, in the order of the list or as the model starts them; what was ticked off before its turn is not handed out.
 * What is not ticked off in its time is left open. What is missing then is the closing gate's.
 */
export async function goOn(run: RunContext, walk: Walk): Promise<Conclusion> {
  const before: string[] = []
  const begun = new Set<string>()
  for (let todo = nextItem(walk, begun); todo; todo = nextItem(walk, begun)) {
    begun.add(todo.id)
    before.push(await workOnItem(run, walk, todo, [...before]))
  }
  return { kind: "done" }
}

/** None is handed out twice. */
function nextItem({ list }: Walk, begun: ReadonlySet<string>): Todo | undefined {
  const open = list.open.filter(({ id }) => !begun.has(id))
  return open.find(({ status }) => status === "in_progress") ?? open[0]
}

/** `before`: the stages of the items before it. Returns where it was worked on. */
async function workOnItem(run: RunContext, walk: Walk, todo: Todo, before: readonly string[]): Promise<string> {
  const { todos } = walk.list
  const position = todos.findIndex(({ id }) => id === todo.id) + 1
  const stage = { kind: "item", name: itemName(todo, position), title: todo.content } as const
  const { value } = await run.stage(stage, async (here) => {
    walk.work.onItem = false
    if (todo.status !== "in_progress") await setStatus(here, walk, "started", todo.id, "in_progress")
    await makeRoom(here, walk, before)
    walk.turns.conversation.begin(prompts.beginItem(todo, position, todos.length))
    const why = whyLeft(here, await workOnPart(here, itemPart(walk, todo)))
    if (why !== "") await leaveOpen(here, walk, todo)
    return { status: why === "" ? "done" : "forced", summary: why, value: here.path }
  })
  return value
}

/** Items share one conversation until it is half full; then one begins in a conversation of its own, with the list and a hand-over. */
async function makeRoom(here: RunContext, { turns, list }: Walk, before: readonly string[]): Promise<void> {
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

/** The last word is `task_done`, which may have come along with the last tick; what was found is worked on in turns, with the whole list open. */
export function itemCloser(walk: Walk): Closer {
  const { turns } = walk
  return {
    given: () => walk.word,
    ask: (here) => turns.ask(here),
    settle: (here, told) => settle(here, walk, told),
  }
}

async function settle(here: RunContext, walk: Walk, told: string): Promise<Answered> {
  walk.isClosing = true
  return walk.turns.settle(here, told)
}
