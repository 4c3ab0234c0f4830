import { JudgeVerdict, type Phase } from "../../protocol/log/control.ts"
import { idIn, keyIn, numbered, parentOf } from "../../protocol/log/key.ts"
import { missingResult } from "../../run/constraints/generation.ts"
import { type Carried, cameAlong, type Dropped } from "../../run/controls/ask.ts"
import type { RoundCount } from "../../run/extension/round-due.ts"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { issuesAt, lastRoundIssues } from "./confine.ts"
import { judgeTasks, usablePart } from "./controls.ts"
import type { Memory } from "./memory.ts"
import { isAlarmed } from "./reflect.ts"
import type { PhaseWork } from "./rounds.ts"
import { endKey } from "./summarise.ts"
import type { VerdictRuling } from "./verdict.ts"

/** What a judge ruled, and the other parts of its answer. */
export type Along = RoundCount & { readonly ruling: VerdictRuling; readonly others: Readonly<Record<string, unknown>> }

/** What a judge brought along, under the key where it will be asked for; what does not follow from the ruling is dropped. */
export function carried(here: RunContext, work: PhaseWork, memory: Memory, along: Along): (Carried | Dropped)[] {
  const { next } = along.ruling
  if (next === "completed" && work.following.isLast)
    return missingResult(here).length > 0 ? [] : carriedSummary(here, along)
  const rest = next === "completed" && mayBeDoneAlong(memory) ? carriedRest(here, work, along) : []
  if (rest.length > 0) return rest
  const place = placeOfNext(here, work, memory, along)
  if (!place || (place.phase === work.phase && isAlarmed(here, work.phased.reflection))) return []
  return carriedPlan(here, work, along, place)
}

function carriedSummary(here: RunContext, { others }: Along): Carried[] {
  const summary = usablePart(others, summarizer, () => [])
  return summary ? [{ key: wordKey(here), control: summarizer, value: summary }] : []
}

/** A phase that only looked has done nothing along; and where nothing was done, nothing could refute such a claim. */
export function mayBeDoneAlong({ done }: Pick<Memory, "done">): boolean {
  return done.size > 0
}

/**
 * A summary in place of the next plan: what is left of the phases was done along with this one. Each of them gets a plan without tasks and
 * this judge's word; whether it is true is the gate's to find out.
 */
function carriedRest(here: RunContext, { phased, following }: PhaseWork, along: Along): Carried[] {
  const { plan: control, constraints } = phased.controls
  const isPlanned = hasTasks(along.others[control.name])
  if (following.rest.length === 0 || isPlanned || missingResult(here).length > 0) return []
  const nothing = control.input.parse({ tasks: [] })
  const isWrong = (phase: Phase) =>
    issuesAt(constraints, { phases: phased.plan, phase, round: 1 }, nothing, 1).length > 0
  const summary = carriedSummary(here, along)
  if (summary.length === 0 || following.rest.some(isWrong)) return []
  const phases = parentOf(parentOf(here.path))
  const parts = following.rest.flatMap(({ id }) => {
    const at = keyIn(phases, keyIn(numbered("phase", id), numbered("round", 1)))
    return [
      { key: keyIn(at, "plan"), control, value: nothing },
      { key: keyIn(at, "judge"), control: judgeTasks, value: doneAlready(along.ruling) },
    ]
  })
  return [...parts, ...summary]
}

function hasTasks(plan: unknown): boolean {
  const tasks = typeof plan === "object" && plan !== null && "tasks" in plan ? plan.tasks : undefined
  return Array.isArray(tasks) && tasks.length > 0
}

function doneAlready({ verdict: { user_summary } }: VerdictRuling): JudgeVerdict {
  return JudgeVerdict.parse({ completed_tasks: [], phase_completed: true, user_summary, next_action: "end_phase" })
}

/** Where the gate asks for it: at the strategy's own end, or after the stage of closing that this round is of. */
function wordKey(here: RunContext): string {
  if (here.environment.literal) return endKey(here)
  return keyIn(numbered("closing", idIn(here.path, "closing") ?? 0), summarizer.name)
}

type PlaceOfPlan = {
  readonly phase: Phase
  /** The phase's key. */
  readonly at: string
  readonly round: number
  readonly firstId: number
}

/** The same phase's next round, or the next phase's first; `undefined` where no plan follows. */
function placeOfNext(
  here: RunContext,
  work: PhaseWork,
  memory: Memory,
  { ruling, round, most }: Along,
): PlaceOfPlan | undefined {
  const at = parentOf(here.path)
  if (ruling.next === "continue_phase" || ruling.next === "replan")
    return round < most ? { phase: work.phase, at, round: round + 1, firstId: memory.tasks + 1 } : undefined
  const { next } = work.following
  const nextAt = next && keyIn(parentOf(at), numbered("phase", next.id))
  return ruling.next === "completed" && next && nextAt ? { phase: next, at: nextAt, round: 1, firstId: 1 } : undefined
}

function carriedPlan(
  here: RunContext,
  { phased }: PhaseWork,
  { others, most }: Along,
  { phase, at, round, firstId }: PlaceOfPlan,
): (Carried | Dropped)[] {
  const { plan: control, constraints } = phased.controls
  const place = { phases: phased.plan, phase, round }
  const key = keyIn(at, keyIn(numbered("round", round), "plan"))
  return cameAlong(others, { key, control }, (next) => [
    ...issuesAt(constraints, place, next, firstId),
    ...(round === most ? lastRoundIssues(here, phased.plan, phase, next) : []),
  ])
}
