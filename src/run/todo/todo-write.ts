import type { Todo } from "../../protocol/control.ts"
import { byOwnNames, type Control, controlSpec, issuesOf } from "../controls/control.ts"
import type { RunContext } from "../run-context.ts"
import type { Beside, TurnControl } from "../turns/turn.ts"
import { listText, openTodos, TodoWrite, writeTodos } from "./ledger.ts"

/** The control by which a model keeps its list. */
export const todoWrite: Control<TodoWrite> = {
  name: "todo_write",
  version: 1,
  description:
    "Keep the list of what is to be done; the whole list comes back. Set an item in_progress before its work, one at a time, completed when a result shows it, cancelled if it is not going to be done.",
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

  /** What the model writes; the answer carries the whole list and what is left. */
  async write(here: RunContext, name: string, input: TodoWrite): Promise<string> {
    const written = writeTodos(this.#todos, input)
    if ("issues" in written) return refusal(written.issues, this.#todos)
    this.#todos = written.todos
    await here.record(name, { type: "todo.changed", todos: [...written.todos], by: "model" })
    return this.text
  }
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
      const parsed = TodoWrite.safeParse(byOwnNames(todoWrite, input))
      if (!parsed.success) return { text: refusal(issuesOf(parsed.error), list.todos) }
      const given = isKept ? { ...parsed.data, merge: true } : parsed.data
      const why = forbidden(given, beside)
      return { text: why === undefined ? await list.write(here, name, given) : refusal([why], list.todos) }
    },
  }
}

function refusal(issues: readonly string[], todos: readonly Todo[]): string {
  return [`Not changed: ${issues.join("; ")}.`, ...(todos.length > 0 ? [listText(todos)] : [])].join("\n")
}
