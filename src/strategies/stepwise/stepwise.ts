import { z } from "zod"
import { FREE_REPLY } from "../../run/controls/control.ts"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { rounds } from "../rounds/rounds.ts"
import { PLAN_STEPS, STEP_RESULT } from "./names.ts"

/** The settings of `stepwise`. */
export const StepwiseSettings = z.looseObject({
  /** How each step watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type StepwiseSettings = z.infer<typeof StepwiseSettings>

/** The chart stands where the work is done. */
export const stepwise: Strategy<StepwiseSettings> = {
  name: "stepwise",
  summary: "Plans a graph of steps; the model works on each with tools until it is done; replans what fails.",
  settings: StepwiseSettings,
  plans: true,
  controls: [PLAN_STEPS, FREE_REPLY, STEP_RESULT, summarizer.name, ...(rounds.controls ?? [])],
  stages: ["step", "turn", "round"],
  run: async (run, settings) => (await import("./work-in-steps.ts")).workInSteps(run, settings),
}
