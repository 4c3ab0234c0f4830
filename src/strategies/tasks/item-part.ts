import type { Todo } from "../../protocol/log/control.ts"
import { offeredPanel } from "../../run/controls/panel.ts"
import { askOrGoOn } from "../../run/extension/ask-or-go-on.ts"
import type { Part, Standing } from "../../run/extension/part.ts"
import type { TodoWrite } from "../../run/todo/ledger.ts"
import { todoWrite, writeTaken } from "../../run/todo/todo-write.ts"
import type { Turn } from "../../run/tool-loop/turn.ts"
import * as prompts from "./prompts.ts"
import { tickOff } from "./tick-off.ts"
import { statusOf, type Walk } from "./walk.ts"

/** Why an item was left before its time; empty for one that is ticked off. */
export type ItemLeft = { readonly why: string }

/**
 * An item as a part of the run: it ends when its own `todo_write` completes it. Where it does not say so in its time, the item is
 * left open and the next one starts.
 */
export function itemPart(walk: Walk, todo: Todo): Part<ItemLeft> {
  const { turns, said, list } = walk
  const standing = (): Standing<ItemLeft> => {
    if (statusOf(list, todo) === "completed") return { kind: "ended", end: { why: "" } }
    return said.continues ? { kind: "continues" } : { kind: "open" }
  }
  return {
    turns,
    waiting: () => list.todos.filter(({ id, status }) => status === "pending" && !walk.left.has(id)).length,
    due: prompts.itemDue(todo),
    hear: async (turn) => {
      if (hasWorked(turn)) Object.assign(walk.work, { onList: true, onItem: true })
      const heard = standing()
      said.continues = false
      if (turn.end.kind === "closed") walk.word = turn.end.word
      return heard.kind === "ended" ? heard : (inCircles(turn) ?? reminded(walk, todo, turn, heard))
    },
    ask: async (here, name) => {
      const question = {
        control: todoWrite,
        panel: offeredPanel(turns.specs),
        conversation: turns.conversation,
        prompt: prompts.itemAsked(todo),
        check: (input: TodoWrite) => whyNotThis(input, todo),
      }
      const input = await askOrGoOn(here, name, question)
      if (!input) return { kind: "open" }
      const taken = tickOff(walk).take(here, input, ALONE)
      turns.conversation.tell(await writeTaken(here, name, list, taken))
      return statusOf(list, todo) === "completed" ? { kind: "ended", end: { why: "" } } : { kind: "continues" }
    },
  }
}

/** Nothing is called beside what was asked for. */
const ALONE = { outcomes: [], ahead: 0, tasks: [] }

function hasWorked({ end }: Turn): boolean {
  return "outcomes" in end && end.outcomes.some(({ status }) => status === "done")
}

function inCircles({ advice }: Turn): Standing<ItemLeft> | undefined {
  const isOver = advice?.level === "replan" || advice?.level === "fail"
  return isOver ? { kind: "ended", end: { why: advice.reason } } : undefined
}

function reminded({ turns }: Walk, todo: Todo, { end }: Turn, heard: Standing<ItemLeft>): Standing<ItemLeft> {
  const ran = end.kind === "worked" ? end.outcomes.length : 0
  if (heard.kind === "open" && end.kind !== "empty" && ran === 0) turns.conversation.tell(prompts.due(todo))
  return heard
}

/** The item in hand is asked about, and it is done or it is not; who writes the whole list has said it too. */
function whyNotThis({ todos }: TodoWrite, { id }: Todo): string[] {
  const [own, ...others] = todos.filter((todo) => todo.id === id)
  const isSaid = own?.status === "completed" || own?.status === "in_progress"
  return isSaid && others.length === 0 ? [] : [`write item ${id}, completed or in_progress`]
}
