import { PLAN_TASKS } from "../../run/plans/plan.ts"
import type { Strategy } from "../../run/strategy.ts"
import { think } from "./controls.ts"
import { RoundsSettings } from "./settings.ts"

export { RoundsSettings }

/** The chart stands where the work is done. */
export const rounds: Strategy<RoundsSettings> = {
  name: "rounds",
  summary: "Plans, executes and thinks in a few rounds; the last thought is the answer.",
  settings: RoundsSettings,
  plans: true,
  controls: [PLAN_TASKS, think.name],
  stages: ["round"],
  run: async (run, settings) => (await import("./work-in-rounds.ts")).workInRounds(run, settings),
}
