import type { Conclusion } from "../../run/conclusion.ts"
import { ControlFailed } from "../../run/core/stops.ts"
import type { RunContext } from "../../run/run-context.ts"
import { rounds } from "../rounds/rounds.ts"
import { stepCloser } from "./close.ts"
import { controlsFor } from "./controls.ts"
import { goOn, type StepProgress } from "./go-on.ts"
import { makePlan, type PlanInHand } from "./plan.ts"
import { replan } from "./replan.ts"
import { giveUp, settle } from "./settle.ts"
import { runSteps, type StepwiseWork } from "./steps.ts"
import type { StepwiseSettings } from "./stepwise.ts"
import { summariseRun } from "./summarise.ts"
import { Talks } from "./talks.ts"
import { say } from "./words.ts"

/**
 *   plan ─▶ steps, as their dependencies allow ─▶ all ended ─▶ the rest of a plan that was cut ─▶ closing gate
 *    │        ▲    │ failed, replan, blocked:
 *    │        │    │ the others go on first
 *    │        │    ▼
 *    │        └─ replan, which keeps what is done; none left: what is left begins all the same
 *    ▼
 *   rounds
 *   (no usable plan)
 */
export async function workInSteps(run: RunContext, settings: StepwiseSettings): Promise<Conclusion> {
  const controls = controlsFor(run)
  const work = { controls, reflection: settings.reflection }
  const newest: { plan?: PlanInHand } = {}
  run.summariseWith((end, outcome) => summariseRun(end, outcome, controls, newest.plan))

  await run.enter("PLANNING")
  const first = hasFallenBack(run) ? undefined : await makePlan(run, controls)
  if (!first || first instanceof ControlFailed) return fallBackToLoop(run, settings, first?.message ?? "")

  await run.enter("EXECUTING")
  if (run.environment.literal) return untilStuck(run, work, Object.assign(newest, { plan: first }))
  const progress: StepProgress = Object.assign(newest, { plan: first, ends: first.ends, talks: new Talks(first) })
  run.closeWith(stepCloser(work, progress))
  return goOn(run, work, progress)
}

/** By the seed's own rules: what is stuck ends the run, and checks decide about each step. */
async function untilStuck(run: RunContext, work: StepwiseWork, newest: { plan: PlanInHand }): Promise<Conclusion> {
  for (;;) {
    const { plan } = newest
    const ends = await runSteps(run, work, plan)
    const trouble = await settle(run, plan, ends)
    if (!trouble) return { kind: "done" }
    const next = await replan(run, work.controls, { before: plan, ends, trouble })
    if (!next) return giveUp(run, plan, ends, trouble)
    newest.plan = next
  }
}

/** A run that went over to `rounds` stays there, even if the model could plan by now. */
function hasFallenBack(run: RunContext): boolean {
  return run.log.fact("plan-1", "strategy.chosen") !== undefined
}

/** A model that can't plan steps may still plan rounds; everybody is told. */
async function fallBackToLoop(run: RunContext, settings: StepwiseSettings, why: string): Promise<Conclusion> {
  const reason = say(run.environment.language, "degraded", why)
  if (!hasFallenBack(run)) await run.record("plan-1", { type: "strategy.chosen", strategy: rounds.name, reason })
  return rounds.run(run, rounds.settings.parse(settings))
}
