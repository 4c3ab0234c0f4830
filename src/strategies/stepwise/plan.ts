import type { PlanStep } from "../../protocol/log/control.ts"
import { numberOf } from "../../protocol/log/key.ts"
import { constraintsNote } from "../../run/constraints/constrain.ts"
import { lastStepIssues } from "../../run/constraints/generation.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { firstMessage, systemPrompt } from "../../run/context/prompts.ts"
import { ControlFailed } from "../../run/core/stops.ts"
import type { RunContext } from "../../run/run-context.ts"
import { constraintsOf, recognitionOf, toolBreaches } from "./confine.ts"
import type { StepPlan, StepwiseControls } from "./controls.ts"
import { cutSteps, type Ends, stepIssues } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import { reviewSteps } from "./review.ts"

/** One making of the plan. */
export type PlanInHand = {
  readonly generation: number
  /** Those that are done already, then what this plan adds. */
  readonly steps: readonly PlanStep[]
  /** How those that are done ended. */
  readonly ends: Ends
  /** Up to the plan itself: each of its steps goes on from here, and so does the next plan. */
  readonly conversation: Conversation
  /** What the steps are told of the constraints. */
  readonly rules: string
  /** What was left out of it, because it was too long. */
  readonly dropped: readonly string[]
}

const TURNS = { simple: 2, medium: 3, complex: 4 }

/** Asks for the first plan; where none is to be had it says why. */
export async function makePlan(run: RunContext, controls: StepwiseControls): Promise<PlanInHand | ControlFailed> {
  const { limits } = run.environment
  const here = run.at("plan-1")
  const conversation = new Conversation([{ role: "system", text: systemPrompt(run.environment) }])
  const planned = await orFailure(
    here.ask("plan", {
      control: controls.plan,
      panel: controls.panel,
      conversation,
      prompt: prompts.plan(firstMessage(run), limits.max_plan_steps),
      check: (plan) => issuesOf(run, plan),
    }),
  )
  if (planned instanceof ControlFailed) return planned
  const proposal = { plan: planned, issues: (edited: StepPlan) => issuesOf(run, edited) }
  const answer = await reviewSteps(here, controls, conversation, proposal)
  const constraints = await run.constrain(recognitionOf(run, answer), answer.write_scope)
  const scope = [...(run.environment.scope ?? []), ...(answer.write_scope ?? [])]
  const plan = { generation: 1, ends: new Map(), conversation, rules: constraintsNote(run, constraints, scope) }
  const { steps, dropped } = await recordSteps(here, answer, [])
  await run.estimate({
    rounds: steps.map(() => TURNS[answer.complexity ?? "medium"]),
    usual: { perRound: 1, beside: 1 },
    most: { perRound: 1, beside: 1 + limits.max_replans },
    extraRounds: limits.max_step_tool_calls,
  })
  return { ...plan, steps, dropped }
}

/** Whether the plan of this place was made: then it counts, whatever the limits are by now. */
export function isPlanned(here: RunContext): boolean {
  return here.log.fact("steps", "steps.planned") !== undefined
}

/** A plan that is too long is cut, with a note. What was recorded once stands, whatever the limit has become since. */
export async function recordSteps(
  here: RunContext,
  { steps: planned, must_pass, changes }: StepPlan,
  kept: readonly PlanStep[],
) {
  const known = here.log.fact("steps", "steps.planned")
  const cut = cutSteps(planned, here.environment.limits.max_plan_steps)
  const steps = known?.steps ?? [...kept, ...cut.steps]
  const dropped = planned.filter(({ id }) => !steps.some((step) => step.id === id)).map((step) => step.description)
  if (known) return { steps, dropped }
  if (dropped.length > 0)
    await here.record("steps", { type: "plan.cut", stage: here.path, kept: cut.steps.length, dropped })
  const generation = numberOf(here.path)
  const musts = must_pass && must_pass.length > 0 && generation === 1 ? { must_pass: [...must_pass] } : {}
  const wanted = changes && generation === 1 ? { changes } : {}
  await here.record("steps", { type: "steps.planned", generation, steps: [...steps], ...musts, ...wanted })
  return { steps, dropped }
}

/** The chart has an arrow for a plan that can't be had: so it is a value here, and no stop of the run. */
export async function orFailure<T>(asked: Promise<T>): Promise<T | ControlFailed> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ControlFailed) return error
    throw error
  }
}

/** What is wrong with a first plan: its graph, its tools, and whether it makes what its kind of task must end with. */
function issuesOf(run: RunContext, plan: StepPlan): string[] {
  const constraints = constraintsOf(run, plan)
  return [
    ...stepIssues(plan.steps, []),
    ...toolBreaches(constraints, plan.steps),
    ...lastStepIssues(constraints, plan.steps),
  ]
}
