import { z } from "zod"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { endingControl, TURN_CONTROLS } from "../../run/turns/closing.ts"
import { openTurns } from "../../run/turns/turn-loop.ts"

/** The settings of `react`. */
export const ReactSettings = z.looseObject({
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type ReactSettings = z.infer<typeof ReactSettings>

/**
 *   ┌▶ model ─▶ tools ─┐
 *   └──────────────────┘─▶ task_done, or a reply without calls ─▶ closing gate
 */
export const react: Strategy<ReactSettings> = {
  name: "react",
  summary: "A plain tool loop that ends with task_done: the baseline.",
  settings: ReactSettings,
  controls: TURN_CONTROLS,
  stages: ["turn"],

  async run(run, { reflection }) {
    const turns = await openTurns(run, { controls: [endingControl()], reflection })
    await run.enter("EXECUTING")
    return turns.untilClosed()
  },
}
