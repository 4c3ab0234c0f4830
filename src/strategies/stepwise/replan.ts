import type { PlanStep } from "../../protocol/log/control.ts"
import { ControlFailed } from "../../run/core/stops.ts"
import { askOrGoOn } from "../../run/extension/ask-or-go-on.ts"
import type { RunContext } from "../../run/run-context.ts"
import { constraintsOf, toolBreaches } from "./confine.ts"
import type { StepPlan, StepwiseControls } from "./controls.ts"
import { orFailure, type PlanInHand, recordSteps } from "./plan.ts"
import { type Ends, isDone, stepIssues, withoutDone } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import type { Trouble } from "./settle.ts"
import { list, say } from "./words.ts"

/** A plan that nothing more can be done with, and how its steps ended. */
type Before = { readonly before: PlanInHand; readonly ends: Ends }

/** Asks for another plan that keeps what is done; `undefined` where there are none left, or none is to be had. */
export async function replan(
  run: RunContext,
  controls: StepwiseControls,
  { before, ends, trouble: { reason } }: Before & { readonly trouble: Trouble },
): Promise<PlanInHand | undefined> {
  const here = nextPlace(run, before)
  if (!mayReplan(here, before.generation + 1)) return undefined
  const remaking = { before, ends, kept: doneSteps(before, ends), reason, prompt: replanPrompt(here) }
  return inRecovery(here, () => remakePlan(here, controls, remaking, orNothing))
}

/** A run that is taken up again after its end gets one more each time; a plan that was made counts in any case. */
function mayReplan(here: RunContext, generation: number): boolean {
  return here.decide("replan", () => generation <= here.environment.limits.max_replans + here.epoch, {
    anew: (may) => !may,
  })
}

/** The same for a run that goes on: `made` such plans there were before, and an end of the run changes nothing about it. */
export async function replanOnce(
  run: RunContext,
  controls: StepwiseControls,
  { before, ends, reason, made }: Before & { readonly reason: string; readonly made: number },
): Promise<PlanInHand | undefined> {
  const here = nextPlace(run, before)
  if (!here.decide("replan", () => made < here.environment.limits.max_replans)) return undefined
  const asked = replanPrompt(here)
  const prompt = (now: Now) => [...prompts.leftOut(before.dropped), asked(now)].join("\n")
  const remaking = { before, ends, kept: doneSteps(before, ends), reason, prompt }
  return inRecovery(here, () => remakePlan(here, controls, remaking, askOrGoOn))
}

/** Asks for a plan of what a plan that was too long had to leave out; what has ended stays as it ended. */
export function planRest(
  run: RunContext,
  controls: StepwiseControls,
  { before, ends }: Before,
): Promise<PlanInHand | undefined> {
  const here = nextPlace(run, before)
  const { dropped } = before
  const reason = say(here.environment.language, "rest", list(here.environment.language, dropped))
  const most = here.environment.limits.max_plan_steps
  const prompt = ({ done }: Now) => prompts.planRest({ done, dropped, most })
  return remakePlan(here, controls, { before, ends, kept: before.steps, reason, prompt }, askOrGoOn)
}

function nextPlace(run: RunContext, { generation }: PlanInHand): RunContext {
  return run.at(`plan-${generation + 1}`)
}

function doneSteps({ steps }: PlanInHand, ends: Ends): readonly PlanStep[] {
  return steps.filter(({ id }) => isDone(ends, id))
}

type Now = Pick<prompts.Progress, "done" | "reason">

function replanPrompt({ environment }: RunContext): (now: Now) => string {
  return (now) => prompts.replan({ ...now, most: environment.limits.max_plan_steps })
}

async function inRecovery(
  here: RunContext,
  remake: () => Promise<PlanInHand | undefined>,
): Promise<PlanInHand | undefined> {
  await here.enter("RECOVERING")
  const plan = await remake()
  if (plan) await here.enter("EXECUTING")
  return plan
}

type Remaking = Before & {
  readonly kept: readonly PlanStep[]
  readonly reason: string
  readonly prompt: (now: Now) => string
}

type Ask = typeof askOrGoOn<StepPlan>

const orNothing: Ask = async (here, name, question) => {
  const answer = await orFailure(here.ask(name, question))
  return answer instanceof ControlFailed ? undefined : answer
}

async function remakePlan(
  here: RunContext,
  controls: StepwiseControls,
  { before, ends, kept, reason: why, prompt }: Remaking,
  ask: Ask,
): Promise<PlanInHand | undefined> {
  const generation = before.generation + 1
  const ids = kept.map(({ id }) => id)
  const done = kept.map(({ id, description }) => ({ id, description, summary: ends.get(id)?.summary ?? "" }))
  // What was said once is said again, so that a replayed conversation is the same.
  const reason = here.log.fact("steps", "plan.replaced")?.reason ?? why
  const conversation = before.conversation.fork()
  const answer = await ask(here, "plan", {
    control: controls.plan,
    panel: controls.panel,
    conversation,
    prompt: prompt({ done, reason }),
    check: (plan) => {
      const steps = withoutDone(plan.steps, kept)
      return [...stepIssues(steps, ids), ...toolBreaches(constraintsOf(here, plan), steps)]
    },
  })
  if (!answer) return undefined
  await here.record("steps", { type: "plan.replaced", generation, reason, kept: ids })
  const planned = await recordSteps(here, { ...answer, steps: [...withoutDone(answer.steps, kept)] }, kept)
  const keptEnds: Ends = new Map([...ends].filter(([id]) => ids.includes(id)))
  return { ...planned, generation, conversation, ends: keptEnds, rules: before.rules }
}
