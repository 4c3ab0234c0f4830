import { z } from "zod"
import { summarizer } from "../../run/ending/summarizer.ts"
import { PLAN_TASKS } from "../../run/plans/plan.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { judgeTasks, phasePlanner, requestAnalyser } from "./controls.ts"

const SIZES = {
  simple: "1 phase, 2 rounds of 3-5 tasks",
  medium: "2-3 phases of 2-3 rounds of 5-8 tasks",
  complex: "3-5 phases of 2-4 rounds of 6-8 tasks",
}

/** The settings of `phased`. */
export const PhasedSettings = z.strictObject({
  /** One call may answer several controls; `false` gives one call per box of the chart. */
  fuse: z.boolean().default(true),
  /** The flow of the chart to the letter: no fusion, no part longer than its estimate, no baseline, no closing stage. */
  /** Hints to the planner by complexity; the hard limits are elsewhere. */
  sizes: z
    .object({
      simple: z.string().default(SIZES.simple),
      medium: z.string().default(SIZES.medium),
      complex: z.string().default(SIZES.complex),
    })
    .default(SIZES),
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
