import { z } from "zod"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import { PLAN_TASKS } from "../../run/plans/plan.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { judgeTasks, phasePlanner, requestAnalyser } from "./controls.ts"

/** The settings of `phased`. */
export const PhasedSettings = z.strictObject({
  /** One call may answer several controls; `false` gives one call per box of the chart. */
  fuse: z.boolean().default(true),
  /** The flow of the chart to the letter: no fusion, no part longer than its estimate, no base, no closing stage. */
  /** Hints to the planner by complexity, none unless told; the chart has its own. The hard limits are elsewhere. */
  sizes: z
    .object({ simple: z.string().optional(), medium: z.string().optional(), complex: z.string().optional() })
    .default({}),
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type PhasedSettings = z.infer<typeof PhasedSettings>

/** The chart stands where the work is done. */
export const phased: Strategy<PhasedSettings> = {
  name: "phased",
  summary: "Splits the request into phases; plans, executes and judges each in rounds; sums up.",
  settings: PhasedSettings,
  plans: true,
  controls: [requestAnalyser, phasePlanner, judgeTasks, summarizer].map(({ name }) => name).concat(PLAN_TASKS),
  stages: ["phase", "round"],
  run: async (run, settings) => (await import("./work-in-phases.ts")).analyseAndWork(run, settings),
}
