import type { PlannedTask, Thought } from "../../protocol/log/control.ts"
import { numbered } from "../../protocol/log/key.ts"
import { noteRound } from "../../run/context/round-note.ts"
import { extend } from "../../run/extension/extension.ts"
import { roundsMadeGood } from "../../run/extension/spoiled-round.ts"
import { toldOfResult } from "../../run/finish/gate/result-due.ts"
import { reflect } from "../../run/reflection/reflect.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { plan } from "./planning.ts"
import * as prompts from "./prompts.ts"
import { thinkAbout } from "./thinking.ts"
import type { Work } from "./work.ts"

/** Which round it is, of how many; `isFixed`: and no more than that, whatever it brings. */
export type RoundOf = { readonly round: number; readonly most: number; readonly isFixed?: boolean }

/** `stuck`: why there is no further round, where reflection ends the work. */
export type RoundEnd = { readonly isDone: boolean; readonly most: number; readonly stuck?: string | undefined }

/** Plan, execute, think. */
export async function runRound(run: RunContext, work: Work, before: RoundOf): Promise<RoundEnd> {
  const { round } = before
  const stage = { kind: "round", name: numbered("round", round), title: `Round ${round}`, iterations: 3 } as const
  const { value } = await run.stage(stage, async (here) => {
    const tasks = await plan(run, here, work, before)
    const { literal, limits } = run.environment
    const executed = await here.execute(tasks, {
      stopOnFailure: literal || (work.controls.stopsAtFailure ?? false),
      ...(literal ? { timeLimitMs: limits.round_timeout_ms } : {}),
      verify: true,
      showIn: work.conversation,
    })
    remember(here, work, tasks, executed)
    // The first plan may have said how many there are; whether there is one more is known before the thought, which may bring its plan.
    const planned = (before.isFixed ? before.most : work.most) + roundsMadeGood(here, executed)
    const count = { ...before, most: await mostAfter(run, { ...before, most: planned }) }
    const thought = await thinkAbout(here, work, executed, count)
    const isDone = await isFulfilled(here, work, thought)
    const stuck = !isDone && round < count.most ? await prepareNext(here, work, thought) : undefined
    const end: RoundEnd = { isDone, most: count.most, stuck }
    return { status: isDone ? "done" : "continued", summary: thought.user_summary, value: end }
  })
  return value
}

async function mostAfter(run: RunContext, { round, most, isFixed }: RoundOf): Promise<number> {
  const { max_rounds } = run.environment.limits
  if (round < most || isFixed || max_rounds !== null || run.environment.literal) return most
  const overdue = { number: round, last: [numbered("round", round)], waiting: 0, unit: 3 }
  return (await extend(run, overdue)) === "given" ? most + 1 : most
}

function remember(here: RunContext, work: Work, tasks: readonly PlannedTask[], executed: Executed): void {
  const { outcomes, checks } = executed
  work.conversation.openRound(noteRound(here.path, tasks, outcomes))
  work.hasResults ||= outcomes.some(({ status }) => status === "done" || status === "unknown")
  if (checks.status !== "none" || checks.isPartial) work.checks = checks
  // What failed in an earlier round is asked again before the work is accepted: somebody else may have mended it.
  else if (work.checks.status === "failed") work.checks = { ...work.checks, isPartial: true }
}

/** The model's word, which the gate looks at. With `literal` it counts only with results, and checks outrank it. */
async function isFulfilled(here: RunContext, work: Work, { task_completed }: Thought): Promise<boolean> {
  if (!here.environment.literal) return task_completed
  if (!task_completed || !work.hasResults) return false
  if (work.checks.isPartial) work.checks = await here.verify("end")
  if (work.checks.status === "failed") return false
  work.lacking = await toldOfResult(here, work.isTold)
  work.isTold ||= work.lacking !== undefined
  return work.lacking === undefined
}

/** Returns why the work can't go on, if it can't. */
async function prepareNext(here: RunContext, work: Work, { task_completed }: Thought): Promise<string | undefined> {
  const advice = await reflect(here, work.settings.reflection)
  const why = work.lacking ?? (work.hasResults ? prompts.checksFail(work.checks) : prompts.NOTHING)
  const overruled = task_completed ? [why] : []
  work.lacking = undefined
  work.notes = [...overruled, ...(advice ? [advice.guidance] : [])]
  return advice?.level === "fail" && !here.environment.literal ? advice.reason : undefined
}
