import { z } from "zod"
import { type Todo, TodoStatus } from "../../protocol/log/control.ts"
import { quotedName } from "../../text/quoted-name.ts"

/** What `todo_write` takes: the whole list anew, or changes by id. */
export const TodoWrite = z.object({
  todos: z
    .array(
      z.object({
        id: z.coerce.string().min(1),
        content: z.string().trim().min(1).optional().describe("can be left out for a known id"),
        status: TodoStatus,
      }),
    )
    .min(1),
  merge: z.boolean().default(true).describe("true updates items by id, false replaces the list"),
})
export type TodoWrite = z.infer<typeof TodoWrite>

/** The list after a change, or why there is none. */
export type Ledger = { readonly todos: readonly Todo[] } | { readonly issues: readonly string[] }

/** What the list becomes; nothing is taken over by half. Pure. */
export function writeTodos(known: readonly Todo[], { todos, merge }: TodoWrite): Ledger {
  const ids = todos.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return { issues: ["each id may occur only once"] }
  const before = new Map(known.map((todo) => [todo.id, todo]))
  const nameless = todos.filter(({ id, content }) => content === undefined && !before.has(id))
  if (nameless.length > 0) return { issues: nameless.map(({ id }) => `todo ${id} is new and needs its content`) }
  const given = new Map(
    todos.map(({ id, content, status }) => [id, { id, content: content ?? before.get(id)?.content ?? "", status }]),
  )
  const kept = merge ? known.map((todo) => given.get(todo.id) ?? todo) : []
  const added = [...given.values()].filter(({ id }) => !kept.some((todo) => todo.id === id))
  return checked([...kept, ...added])
}

function checked(todos: readonly Todo[]): Ledger {
  const started = todos.filter(({ status }) => status === "in_progress")
  if (started.length <= 1) return { todos }
  return { issues: [`only one todo may be in_progress at a time, not ${started.map(({ id }) => id).join(" and ")}`] }
}

/** What is still to be done. */
export function openTodos(todos: readonly Todo[]): Todo[] {
  return todos.filter(({ status }) => status === "pending" || status === "in_progress")
}

const BOXES = { pending: "[ ]", in_progress: "[>]", completed: "[x]", cancelled: "[-]" } as const

/** The whole list and what is left of it, for the model. */
export function listText(todos: readonly Todo[]): string {
  const lines = todos.map(({ id, content, status }) => `${BOXES[status]} ${quotedName(id)} ${content}`)
  return [...lines, `Left: ${openTodos(todos).length} of ${todos.length}.`].join("\n")
}
