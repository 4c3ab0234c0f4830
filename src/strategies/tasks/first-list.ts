import { z } from "zod"
import type { Control } from "../../run/controls/control.ts"
import { TodoWrite } from "../../run/todo/ledger.ts"
import { todoWrite } from "../../run/todo/todo-write.ts"

const item = TodoWrite.shape.todos.element.meta({ for_decoder: { required: ["id", "content", "status"] } })

/** The list as it is asked for first: a decoder keeps it to three to five items that say what they are. */
export const firstList: Control<TodoWrite> = {
  ...todoWrite,
  input: TodoWrite.extend({
    todos: z
      .array(item)
      .min(1)
      .meta({ for_decoder: { minItems: 3, maxItems: 5 } }),
  }),
}
