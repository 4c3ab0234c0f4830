import type { PlanStep } from "../../protocol/log/control.ts"
import { numbered } from "../../protocol/log/key.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { workOnPart } from "../../run/extension/part.ts"
import type { RunContext } from "../../run/run-context.ts"
import { deadlockOf, deadlockText, whyNotDone } from "./deadlock.ts"
import type { PlanInHand } from "./plan.ts"
import type { Ends, StepEnd } from "./plan-graph.ts"
import { planRest, replanOnce } from "./replan.ts"
import { recordDeadlock } from "./settle.ts"
import { stepPart } from "./step-part.ts"
import type { StepwiseWork } from "./steps.ts"
import { Talks } from "./talks.ts"
import { walk } from "./walk.ts"
import { say } from "./words.ts"

/** How often the rest of a plan that was cut is planned. */
const MOST_RESTS = 2

/** What a run that goes on has come to: its newest plan, how its steps ended, and what was said in them. */
export type StepProgress = { plan: PlanInHand; ends: Ends; talks: Talks }

/**
 *   steps ─▶ all ended ─▶ the rest of a cut plan? plan it ─▶ … ─▶ the closing gate
 *     ▲  │ failed, replan, blocked
 *     │  ▼
 *     └─ replan, which keeps what is done; none left, or none to be had: what is left begins all the same
 */
export async function goOn(run: RunContext, work: StepwiseWork, progress: StepProgress): Promise<Conclusion> {
  const { controls } = work
  for (let replans = 0, rests = 0; ; ) {
    await runAll(run, work, progress, isNoTrouble)
    const { plan: before, ends } = progress
    const reason = troubleIn(run, before, ends)
    const next = reason === "" ? undefined : await replanOnce(run, controls, { before, ends, reason, made: replans })
    if (next) replans += 1
    else await runAll(run, work, progress, () => true)
    const rest = next ?? (rests < MOST_RESTS ? await planOfRest(run, work, progress) : undefined)
    if (!rest) return conclude(run, progress)
    if (!next) rests += 1
    Object.assign(progress, { plan: rest, ends: rest.ends, talks: new Talks(rest) })
  }
}

/** What needs a step that was not done in its time can begin; what needs one that asks for another plan waits for that. */
function isNoTrouble({ status }: StepEnd): boolean {
  return status === "done" || status === "forced"
}

function troubleIn({ environment }: RunContext, plan: PlanInHand, ends: Ends): string {
  const troubles = plan.steps.flatMap(({ id }) => {
    const end = ends.get(id)
    return end && !isNoTrouble(end) ? [whyNotDone(id, end, environment.language)] : []
  })
  return troubles.join("; ")
}

async function planOfRest(
  run: RunContext,
  { controls }: StepwiseWork,
  progress: StepProgress,
): Promise<PlanInHand | undefined> {
  const { plan: before, ends } = progress
  return before.dropped.length === 0 ? undefined : planRest(run, controls, { before, ends })
}

async function runAll(
  run: RunContext,
  work: StepwiseWork,
  progress: StepProgress,
  lets: (end: StepEnd) => boolean,
): Promise<void> {
  const { plan, talks } = progress
  const here = run.at(numbered("plan", plan.generation))
  const limit = run.environment.limits.parallel_steps
  progress.ends = await walk(plan.steps, progress.ends, { limit, lets }, (step, soFar) =>
    runStep(here, work, talks, { step, soFar }),
  )
}

type Place = { readonly step: PlanStep; readonly soFar: Ends }

async function runStep(run: RunContext, work: StepwiseWork, talks: Talks, place: Place): Promise<StepEnd> {
  const { step } = place
  const stage = { kind: "step", name: numbered("step", step.id), title: step.description } as const
  const { value } = await run.stage(stage, async (here) => {
    const { said, ...turns } = await talks.begin(here, work, place)
    const part = stepPart(here, { turns, said, panel: work.controls.panel }, () => talks.waiting)
    const end = await workOnPart(here, part)
    const value = endOf(here, end)
    return { status: value.status, summary: value.summary, value }
  })
  return value
}

/** A step that has ended stays as it ended: what came after it stands on it. */
function endOf({ log, environment }: RunContext, end: Awaited<ReturnType<typeof workOnPart<StepEnd>>>): StepEnd {
  const recorded = log.lastEnd
  if (recorded) return { status: recorded.status as StepEnd["status"], summary: recorded.summary }
  switch (end.kind) {
    case "ended":
      return end.end
    case "unfinished":
      return { status: end.isSilent ? "failed" : "forced", summary: end.why }
    case "recorded":
      return { status: "failed", summary: say(environment.language, "no_reason") }
  }
}

/** Steps that said that they are blocked are named with what would free them; the gate has the last word. */
async function conclude(run: RunContext, { plan, ends }: StepProgress): Promise<Conclusion> {
  const { language } = run.environment
  const deadlock = deadlockOf(plan.steps, ends, language)
  if (deadlock) {
    await recordDeadlock(run.at(numbered("plan", plan.generation)), deadlock)
    return { kind: "blocked", reason: deadlockText(deadlock, language) }
  }
  const reason = troubleIn(run, plan, ends)
  return reason === "" ? { kind: "done" } : { kind: "failed", reason }
}
