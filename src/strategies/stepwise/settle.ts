import type { Conclusion } from "../../run/conclusion.ts"
import type { RunContext } from "../../run/run-context.ts"
import { type CheckReport, failingNames } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { changeText, type Deadlock, deadlockOf, deadlockText, whyNotDone } from "./deadlock.ts"
import { isPlanned, type PlanInHand } from "./plan.ts"
import type { Ends } from "./plan-graph.ts"
import { list, say } from "./words.ts"

/** Why a plan with which nothing can go on is not the end. */
export type Trouble = { readonly reason: string }

/** Nothing of the plan can go on. Is all done, and do the project's checks say so too? */
export async function settle(run: RunContext, plan: PlanInHand, ends: Ends): Promise<Trouble | undefined> {
  const { language } = run.environment
  const undone = plan.steps.flatMap(({ id }) => {
    const end = ends.get(id)
    return end && end.status !== "done" ? [whyNotDone(id, end, language)] : []
  })
  if (undone.length > 0) return { reason: undone.join("; ") }
  // What followed was planned because of these checks: they had their say.
  if (isPlanned(run.at(`plan-${plan.generation + 1}`))) return { reason: "" }
  return verifyAll(run.at(`plan-${plan.generation}`))
}

async function verifyAll(here: RunContext): Promise<Trouble | undefined> {
  await here.enter("VERIFYING")
  const report = await lastWord(here)
  return report.status === "failed" ? { reason: checksText(report) } : undefined
}

/** The key has the epoch: a run that is taken up again may find the workspace mended. */
function lastWord(here: RunContext): Promise<CheckReport> {
  return here.at(`claim-${here.epoch}`).verify("end")
}

/**
 * No other plan. What waits for a step that will not be done is deadlocked, and that is named; else the failure stands.
 * Where the project's checks fail the run has failed, whatever else is stuck.
 */
export async function giveUp(run: RunContext, plan: PlanInHand, ends: Ends, { reason }: Trouble): Promise<Conclusion> {
  const { language } = run.environment
  const here = run.at(`plan-${plan.generation}`)
  const deadlock = deadlockOf(plan.steps, ends, language)
  if (deadlock) await recordDeadlock(here, deadlock)
  const stuck = deadlock ? deadlockText(deadlock, language) : reason
  const failing = failingNames(await lastWord(here))
  if (failing.length > 0) return { kind: "failed", reason: failingReason(here, failing, deadlock && stuck) }
  return { kind: deadlock ? "blocked" : "failed", reason: stuck }
}

function failingReason({ environment }: RunContext, failing: readonly string[], stuck: string | undefined): string {
  const checks = say(environment.language, "checks", list(environment.language, failing))
  return stuck === undefined ? checks : `${checks}; ${stuck}`
}

/** For everyone to see: who waits for what. */
export async function recordDeadlock(here: RunContext, deadlock: Deadlock): Promise<void> {
  const waiting = deadlock.waiting.map(({ step, waits_for, why }) => ({ step, waits_for: [...waits_for], why }))
  const change = changeText(deadlock, here.environment.language)
  await here.record(`deadlock-${here.epoch}`, { type: "deadlock.found", waiting, change })
}
