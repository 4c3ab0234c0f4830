import type { Todo } from "../../protocol/log/control.ts"
import { byOwnNames, type Control, controlSpec, issuesOf } from "../controls/control.ts"
import type { RunContext } from "../run-context.ts"
import type { Beside, TurnControl } from "../tool-loop/turn.ts"
import { listText, openTodos, TodoWrite, writeTodos } from "./ledger.ts"

/** The control by which a model keeps its list. */
export const todoWrite: Control<TodoWrite> = {
  name: "todo_write",
  version: 1,
  description:
    "Write your to-do list; the whole list comes back. Mark an item in_progress when you start it, one at a time; completed when a result shows that it is done; cancelled if you will not do it. Items left open speak against task_done.",
  input: TodoWrite,
  synonyms: { steps: "todos" },
}

/** The list of a run. What stands in it is what was written and accepted, and nothing else. */
export class TodoList {
  #todos: readonly Todo[] = []

  get todos(): readonly Todo[] {
    return this.#todos
  }

  get open(): readonly Todo[] {
    return openTodos(this.#todos)
  }

  get text(): string {
    return listText(this.#todos)
  }

  /** The engine's own change: always valid, for everyone to see. */
  async set(here: RunContext, name: string, todos: readonly Todo[]): Promise<void> {
    this.#todos = todos
    await here.record(name, { type: "todo.changed", todos: [...todos], by: "engine" })
  }

  /** Who calls the work done has done the item that it was at. */
  async completeCurrent(here: RunContext, name: string): Promise<void> {
    if (!this.#todos.some(({ status }) => status === "in_progress")) return
    const done = this.#todos.map((todo) =>
      todo.status === "in_progress" ? { ...todo, status: "completed" as const } : todo,
    )
    await this.set(here, name, done)
  }

  /** What the model writes; the answer carries the whole list and what is left. */
  async write(here: RunContext, name: string, input: TodoWrite): Promise<string> {
    const written = writeTodos(this.#todos, input)
    if ("issues" in written) return refusal(written.issues, this.#todos)
    this.#todos = written.todos
    await here.record(name, { type: "todo.changed", todos: [...written.todos], by: "model" })
    return this.text
  }
}

/** What of a write is taken, and why the rest is not. */
export type TakenTodos = { readonly todos: TodoWrite["todos"]; readonly refused: readonly string[] }

/** What a list that the engine keeps takes of a write. */
export type TodoKeeper = {
  take(here: RunContext, input: TodoWrite, beside: Beside): TakenTodos
  /** Whether a write before the tools of its reply is answered after them. */
  waits(input: TodoWrite): boolean
}

/**
 * `todo_write` as a call of a turn; `forbidden` says why this change can't be made, if it can't. A list that is `kept` can
 * be changed, but not replaced.
 */
export function todoControl(
  list: TodoList,
  forbidden: (input: TodoWrite, beside: Beside) => string | undefined = () => undefined,
  isKept = false,
): TurnControl {
  return {
    spec: controlSpec(todoWrite),
    answer: async (here, input, name, beside) => {
      const parsed = parse(input)
      if (!parsed.success) return { text: refusal(issuesOf(parsed.error), list.todos) }
      const given = isKept ? { ...parsed.data, merge: true } : parsed.data
      const why = forbidden(given, beside)
      return { text: why === undefined ? await list.write(here, name, given) : refusal([why], list.todos) }
    },
  }
}

/** The same for a list that the engine keeps: what is not allowed is refused, and the rest is taken. */
export function keptTodoControl(list: TodoList, keeper: TodoKeeper): TurnControl {
  return {
    spec: controlSpec(todoWrite),
    answer: async (here, input, name, beside) => {
      const parsed = parse(input)
      if (!parsed.success) return { text: refusal(issuesOf(parsed.error), list.todos) }
      return { text: await writeTaken(here, name, list, keeper.take(here, parsed.data, beside)) }
    },
    waits: (input) => {
      const parsed = parse(input)
      return parsed.success && keeper.waits(parsed.data)
    },
  }
}

/** What is taken is written; what is not is said above the list. */
export async function writeTaken(
  here: RunContext,
  name: string,
  list: TodoList,
  { todos, refused }: TakenTodos,
): Promise<string> {
  if (todos.length === 0) return refused.length === 0 ? list.text : refusal(refused, list.todos)
  const text = await list.write(here, name, { todos: [...todos], merge: true })
  return refused.length === 0 ? text : `Changed, but not all of it: ${refused.join("; ")}.\n${text}`
}

function parse(input: unknown) {
  return TodoWrite.safeParse(byOwnNames(todoWrite, input))
}

function refusal(issues: readonly string[], todos: readonly Todo[]): string {
  return [`Not changed: ${issues.join("; ")}.`, ...(todos.length > 0 ? [listText(todos)] : [])].join("\n")
}
