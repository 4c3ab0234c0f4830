import type { Todo } from "../../protocol/log/control.ts"
import { mayChangeFiles } from "../../run/constraints/task-rules.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { TodoWrite } from "../../run/todo/ledger.ts"
import type { TakenTodos, TodoKeeper } from "../../run/todo/todo-write.ts"
import type { Beside } from "../../run/tool-loop/turn.ts"
import { NOT_TAKEN } from "./prompts.ts"
import type { Walk } from "./walk.ts"

/** What ticking off looks at. */
type Ticked = Omit<Walk, "turns">

/**
 * What the list takes while it is walked: any item may be completed once the run has done work, and the next one started with it. What
 * is refused refuses nothing else. While the end is looked at, any item may be brought up to date.
 */
export function tickOff(walk: Ticked): TodoKeeper {
  return {
    take: (here, input, beside) => {
      if (walk.isClosing) return { todos: input.todos, refused: [] }
      const taken = takenOf(walk, here, input, beside)
      const current = currentOf(walk)
      walk.said.continues = input.todos.some(({ id, status }) => id === current?.id && status === "in_progress")
      return taken
    },
    waits: ({ todos }) => !walk.isClosing && !walk.work.onItem && isOnlyTick(todos),
  }
}

/** The calls after it can only be for what it ticks off: no other item is started. */
function isOnlyTick(todos: TodoWrite["todos"]): boolean {
  return todos.some(({ status }) => status === "completed") && !todos.some(({ status }) => status === "in_progress")
}

function takenOf(walk: Ticked, here: RunContext, { todos }: TodoWrite, beside: Beside): TakenTodos {
  const failed = failedIn(here, beside)
  const hasWorked = walk.work.onList || beside.outcomes.some(({ status }) => status === "done")
  const taken: TodoWrite["todos"] = []
  const refused: string[] = []
  let current = currentOf(walk)?.id
  // What is completed makes room for what is started with it, in whichever order they stand.
  for (const { id, status } of [...todos].sort((a, b) => rank(a) - rank(b))) {
    const why = whyNot(walk, { id, status }, { failed, hasWorked, current })
    if (why !== undefined) {
      refused.push(why)
      continue
    }
    const isChange = walk.list.todos.some((todo) => todo.id === id && todo.status !== status)
    if (!isChange || taken.some((todo) => todo.id === id)) continue
    taken.push({ id, status })
    if (status === "in_progress") current = id
    else if (id === current) current = undefined
  }
  return { todos: taken, refused }
}

type Written = { readonly id: string; readonly status: Todo["status"] }
type Stand = { readonly failed: string; readonly hasWorked: boolean; readonly current: string | undefined }

function rank({ status }: Written): number {
  return status === "completed" ? 0 : 1
}

function whyNot(walk: Ticked, { id, status }: Written, { failed, hasWorked, current }: Stand): string | undefined {
  const known = walk.list.todos.find((todo) => todo.id === id)
  if (!known) return NOT_TAKEN.unknown(id)
  if (known.status === status) return undefined
  if (status === "completed") {
    // The engine's record of failures wins over the model's word.
    if (failed !== "") return NOT_TAKEN.failed(id, failed)
    return hasWorked || id === current ? undefined : NOT_TAKEN.noWork(id)
  }
  if (known.status === "completed") return NOT_TAKEN.reopened(id)
  if (status !== "in_progress") return NOT_TAKEN.putOff(id, status)
  if (walk.left.has(id)) return NOT_TAKEN.leftOpen(id)
  return current === undefined ? undefined : NOT_TAKEN.second(id, current)
}

/**
 * What failed beside a tick. What only looks says nothing about the work, and what nobody can tell the outcome of is for the model to
 * judge, as it is for a judge.
 */
function failedIn({ tools }: RunContext, { outcomes, tasks }: Beside): string {
  const failed = outcomes.filter(({ id, tool, status }) => {
    if (status === "done" || status === "unknown") return false
    const known = tools.find(({ name }) => name === tool)
    const task = tasks.find((one) => one.id === id)
    return !known || !task || mayChangeFiles(known, task.arguments)
  })
  return failed.map(({ tool, status }) => `${tool} ended ${status}`).join(" and ")
}

function currentOf({ list }: Ticked): Todo | undefined {
  return list.todos.find(({ status }) => status === "in_progress")
}
