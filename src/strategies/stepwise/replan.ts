import { ControlFailed } from "../../run/ground/stops.ts"
import type { RunContext } from "../../run/run-context.ts"
import { constraintsOf, toolBreaches } from "./confine.ts"
import type { Controls } from "./controls.ts"
import { isPlanned, orFailure, type Plan, recordSteps } from "./plan.ts"
import { type Ends, isDone, stepIssues } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import type { Trouble } from "./settle.ts"

type Before = { readonly before: Plan; readonly ends: Ends; readonly trouble: Trouble }

/** Asks for another plan that keeps what is done; `undefined` where there are none left, or none is to be had. */
export async function replan(run: RunContext, controls: Controls, now: Before): Promise<Plan | undefined> {
  const generation = now.before.generation + 1
  const here = run.at(`plan-${generation}`)
  if (!mayReplan(here, generation)) return undefined
  await here.enter("RECOVERING")
  const plan = await remakePlan(here, controls, now, generation)
  if (plan) await here.enter("EXECUTING")
  return plan
}

/** A run that is taken up again after its end gets one more each time; a plan that was made counts in any case. */
function mayReplan(here: RunContext, generation: number): boolean {
  return here.decide("replan", () => generation <= here.environment.limits.max_replans + here.epoch, {
    anew: (may) => !may,
    before: () => isPlanned(here) || undefined,
  })
}

async function remakePlan(
  here: RunContext,
  controls: Controls,
  { before, ends, trouble }: Before,
  generation: number,
): Promise<Plan | undefined> {
  const kept = before.steps.filter(({ id }) => isDone(ends, id))
  const ids = kept.map(({ id }) => id)
  const done = kept.map(({ id, description }) => ({ id, description, summary: ends.get(id)?.summary ?? "" }))
  // What was said once is said again, so that a replayed conversation is the same.
  const reason = here.log.fact("steps", "plan.replaced")?.reason ?? trouble.reason
  const conversation = before.conversation.fork()
  const answer = await orFailure(
    here.ask("plan", {
      control: controls.plan,
      panel: controls.panel,
      conversation,
      prompt: prompts.replan({ done, reason, most: here.environment.limits.max_plan_steps }),
      check: (plan) => [...stepIssues(plan.steps, ids), ...toolBreaches(constraintsOf(here, plan), plan.steps)],
    }),
  )
  if (answer instanceof ControlFailed) return undefined
  await here.record("steps", { type: "plan.replaced", generation, reason, kept: ids })
  const planned = await recordSteps(here, answer, kept)
  const keptEnds: Ends = new Map([...ends].filter(([id]) => ids.includes(id)))
  return { ...planned, generation, conversation, ends: keptEnds, rules: before.rules }
}
