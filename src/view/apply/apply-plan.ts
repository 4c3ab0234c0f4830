import type { Changes, Todo } from "../../protocol/log/control.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import type { RunView } from "../run-view.ts"

type EventOf<Type extends LoggedEvent["event"]["type"]> = Extract<LoggedEvent["event"], { type: Type }>

/** Items that were taken off the list while open, and such as came onto it completed before anything was done. */
export function itemsAfter(
  { todos, lostItems, bornItems, tasks }: RunView,
  event: EventOf<"todo.changed">,
): Pick<RunView, "lostItems" | "bornItems"> {
  const isThere = ({ id, content }: Todo) => event.todos.some((todo) => todo.id === id || todo.content === content)
  const lost = todos.filter((todo) => isOpenItem(todo) && !isThere(todo))
  const isNew = ({ id, content }: Todo) => !todos.some((todo) => todo.id === id || todo.content === content)
  const hasWorked = tasks.some(({ status }) => status === "done")
  const born =
    event.by === "engine" || hasWorked ? [] : event.todos.filter((todo) => todo.status === "completed" && isNew(todo))
  return {
    lostItems: lost.length === 0 ? lostItems : [...lostItems, ...lost],
    bornItems: born.length === 0 ? bornItems : [...bornItems, ...born.map(({ content }) => content)],
  }
}

/** An item that a task was shown to have done is completed, whoever forgot to tick it off. */
export function todosAfter({ todos }: RunView, settled: EventOf<"gate.ruled">["settled"]): readonly Todo[] {
  const isShown = ({ content }: Todo) => settled.some(({ about, by }) => by === "task" && about === `item:${content}`)
  if (!todos.some((todo) => isOpenItem(todo) && isShown(todo))) return todos
  return todos.map((todo) => (isOpenItem(todo) && isShown(todo) ? { ...todo, status: "completed" } : todo))
}

type Wants = { readonly must_pass?: readonly string[] | undefined; readonly changes?: Changes | undefined }

/** What the request wants, with what an analysis or a plan says of it now. */
export function withWanted(view: RunView, { must_pass = [], changes }: Wants): Pick<RunView, "mustPass" | "wanted"> {
  const mustPass = must_pass.length === 0 ? view.mustPass : [...new Set([...view.mustPass, ...must_pass])]
  return { mustPass, wanted: changes ?? view.wanted }
}

function isOpenItem({ status }: Todo): boolean {
  return status === "pending" || status === "in_progress"
}
