import { z } from "zod"
import type { Conclusion } from "../../run/conclusion.ts"
import { FREE_REPLY } from "../../run/controls/control.ts"
import { summarizer } from "../../run/ending/summarizer.ts"
import { ControlFailed } from "../../run/ground/stops.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Strategy } from "../../run/strategy.ts"
import { rounds } from "../rounds/rounds.ts"
import { controlsFor, PLAN_STEPS } from "./controls.ts"
import { makePlan, type Plan } from "./plan.ts"
import { replan } from "./replan.ts"
import { giveUp, settle } from "./settle.ts"
import { runSteps } from "./steps.ts"
import { summariseRun } from "./summarise.ts"
import { say } from "./words.ts"

export const StepwiseSettings = z.looseObject({
  /** How each step watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type StepwiseSettings = z.infer<typeof StepwiseSettings>

/**
 *   plan ─▶ steps, as their dependencies allow ─▶ all done ─▶ checks ─▶ summarizer
 *    │        ▲    │ failed, replan, step_blocked:              │ fail
 *    │        │    │ the others go on first                     │
 *    │        │    ▼                                            │
 *    │        └─ replan, which keeps what is done ◀─────────────┘
 *    │             │ none left, or none to be had
 *    ▼             ▼
 *   rounds       blocked: steps wait for what will not be done; else failed
 *   (no usable plan)
 */
export const stepwise: Strategy<StepwiseSettings> = {
  name: "stepwise",
  summary: "Plans a graph of steps; the model works on each with tools until it is done; replans what fails.",
  settings: StepwiseSettings,
  plans: true,
  controls: [PLAN_STEPS, FREE_REPLY, summarizer.name, ...(rounds.controls ?? [])],

  async run(run, settings) {
    const controls = controlsFor(run)
    const work = { controls, reflection: settings.reflection }
    let plan: Plan | undefined
    run.summariseWith((end, outcome) => summariseRun(end, outcome, controls, plan))

    await run.enter("PLANNING")
    const first = hasGoneOver(run) ? undefined : await makePlan(run, controls)
    if (!first || first instanceof ControlFailed) return goOver(run, settings, first?.message ?? "")

    await run.enter("EXECUTING")
    for (plan = first; ; ) {
      const ends = await runSteps(run, work, plan)
      const trouble = await settle(run, plan, ends)
      if (!trouble) return { kind: "done" }
      const next = await replan(run, controls, { before: plan, ends, trouble })
      if (!next) return giveUp(run, plan, ends, trouble)
      plan = next
    }
  },
}

/** A run that went over to `rounds` stays there, even if the model could plan by now. */
function hasGoneOver(run: RunContext): boolean {
  return run.log.fact("plan-1", "strategy.chosen") !== undefined
}

/** A model that can't plan steps may still plan rounds; everybody is told. */
async function goOver(run: RunContext, settings: StepwiseSettings, why: string): Promise<Conclusion> {
  const reason = say(run.environment.language, "degraded", why)
  if (!hasGoneOver(run)) await run.record("plan-1", { type: "strategy.chosen", strategy: rounds.name, reason })
  return rounds.run(run, rounds.settings.parse(settings))
}
