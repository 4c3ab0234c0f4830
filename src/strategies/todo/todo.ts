import { z } from "zod"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { TURN_CONTROLS } from "../../run/tool-loop/closing.ts"

/** The settings of `todo`. */
export const TodoSettings = z.looseObject({
  /** Stands at the end of the closing text, and is taken off it. */
  marker: z.string().min(1).default("[ANALYSIS_COMPLETE]"),
  /** After so many turns of work without a change of the list the model is reminded of it. */
  nudge_after: z.int().min(1).default(3),
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type TodoSettings = z.infer<typeof TodoSettings>

/** The chart stands where the work is done. */
export const todo: Strategy<TodoSettings> = {
  name: "todo",
  summary: "The model keeps its own list with todo_write; the engine executes and guards.",
  settings: TodoSettings,
  controls: TURN_CONTROLS,
  stages: ["turn"],
  run: async (run, settings) => (await import("./work-by-list.ts")).workByList(run, settings),
}
