import type { RunContext } from "../../run/run-context.ts"
import type { PhasedSettings } from "./phased.ts"
import type { PhaseSizes } from "./prompts.ts"

/** The chart's own. */
const SIZES: PhaseSizes = {
  simple: "1 phase, 2 rounds of 3-5 tasks",
  medium: "2-3 phases of 2-3 rounds of 5-8 tasks",
  complex: "3-5 phases of 2-4 rounds of 6-8 tasks",
}

/** What the planner is told of the usual size of a plan: what the user says, and with `literal` what the chart says. */
export function sizesFor({ environment }: RunContext, { sizes }: Pick<PhasedSettings, "sizes">): PhaseSizes {
  return environment.literal ? { ...SIZES, ...sizes } : sizes
}
