import { z } from "zod"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { TURN_CONTROLS } from "../../run/tool-loop/closing.ts"

/** The settings of `react`. */
export const ReactSettings = z.looseObject({
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type ReactSettings = z.infer<typeof ReactSettings>

/** The chart stands where the work is done. */
export const react: Strategy<ReactSettings> = {
  name: "react",
  summary: "A plain tool loop that ends with task_done: the baseline.",
  settings: ReactSettings,
  controls: TURN_CONTROLS,
  stages: ["turn"],
  run: async (run, settings) => (await import("./take-turns.ts")).takeTurns(run, settings),
}
