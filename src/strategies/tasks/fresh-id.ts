import type { TodoList } from "../../run/todo/todo-write.ts"

/** The model may have taken any name for an item of its own. */
export function freshId(list: TodoList, id: string): string {
  return list.todos.some((todo) => todo.id === id) ? freshId(list, `${id}+`) : id
}
