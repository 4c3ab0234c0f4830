import type { PlanStep } from "../../protocol/log/control.ts"
import type { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { StageEnd } from "../../run/stage.ts"
import { type StepwiseControls, stepControls } from "./controls.ts"
import type { PlanInHand } from "./plan.ts"
import { type Ends, isDone, needsOf, type StepEnd } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import { readSignal } from "./signals.ts"
import { walk } from "./walk.ts"
import { list, say } from "./words.ts"
import { workOnStep } from "./work-on-step.ts"

export type StepwiseWork = { readonly controls: StepwiseControls; readonly reflection: ReflectionSetting }

/** Works on the plan until nothing of it can go on; then every step has ended, those that were left behind as blocked. */
export async function runSteps(run: RunContext, work: StepwiseWork, plan: PlanInHand): Promise<Ends> {
  const here = run.at(`plan-${plan.generation}`)
  const limit = run.environment.limits.parallel_steps
  const ends = await walk(plan.steps, plan.ends, { limit }, (step, soFar) => runStep(here, work, plan, { step, soFar }))
  for (const step of plan.steps.filter(({ id }) => !ends.has(id))) await leaveBehind(here, step, ends)
  return ends
}

type StepAhead = { readonly step: PlanStep; readonly soFar: Ends }

async function runStep(
  run: RunContext,
  work: StepwiseWork,
  plan: PlanInHand,
  { step, soFar }: StepAhead,
): Promise<StepEnd> {
  const name = `step-${step.id}`
  const known = recordedEnd(run.at(name))
  const { value } = await run.stage({ kind: "step", name, title: step.description }, async (here) => {
    const end = known ?? (await workOnStep(here, stepTurns(here, work, plan, { step, soFar })))
    return ended(end)
  })
  return value
}

/** A conversation of its own: the request, the plan, what it stands on, and then its own turns. */
function stepTurns(
  here: RunContext,
  { controls, reflection }: StepwiseWork,
  plan: PlanInHand,
  { step, soFar }: StepAhead,
) {
  const conversation = plan.conversation.fork()
  const earlier = needsOf(plan.steps, step.id).map(({ id }) => ({ id, summary: soFar.get(id)?.summary ?? "" }))
  const { dropped, rules } = plan
  const calls = here.environment.limits.max_step_tool_calls
  conversation.tell(prompts.startStep({ step, earlier, dropped, rules, calls }))
  const { specs } = controls
  const shown = (text: string) => readSignal(text)?.text ?? text
  return { conversation, specs, controls: stepControls(controls), reflection, howToEnd: prompts.HOW_TO_END, shown }
}

/**
 * A step that has ended stays as it ended: later plans were made upon it. A run that is taken up again after its end gets
 * another plan for the rest instead.
 */
function recordedEnd({ log }: RunContext): StepEnd | undefined {
  const end = log.lastEnd
  return end && { status: end.status as StepEnd["status"], summary: end.summary }
}

async function leaveBehind(run: RunContext, step: PlanStep, ends: Ends): Promise<void> {
  const { language } = run.environment
  const unmet = step.dependencies.filter((id) => !isDone(ends, id))
  const summary = say(language, "waiting", step.id, list(language, unmet))
  const stage = { kind: "step", name: `step-${step.id}`, title: step.description } as const
  await run.stage(stage, async () => ({ status: "blocked", summary, value: undefined }))
}

function ended(end: StepEnd): StageEnd<StepEnd> {
  return { status: end.status, summary: end.summary, value: end }
}
