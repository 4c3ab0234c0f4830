import { z } from "zod"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { todoWrite } from "../../run/todo/todo-write.ts"
import { TURN_CONTROLS } from "../../run/tool-loop/closing.ts"

/** The settings of `tasks`. */
export const TasksSettings = z.looseObject({
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type TasksSettings = z.infer<typeof TasksSettings>

/** The chart stands where the work is done. */
export const tasks: Strategy<TasksSettings> = {
  name: "tasks",
  summary: "Plans a short list; the engine hands out one item at a time, todo_write ticks it off.",
  settings: TasksSettings,
  plans: true,
  controls: [todoWrite.name, ...TURN_CONTROLS],
  stages: ["item", "turn"],
  run: async (run, settings) => (await import("./work-through-list.ts")).workThroughList(run, settings),
}
