import type { Phase } from "../../protocol/control.ts"
import { idIn, keyIn, numbered, parentOf } from "../../protocol/key.ts"
import { missingResult } from "../../run/constraints/generation.ts"
import type { Carried } from "../../run/controls/ask.ts"
import { summarizer } from "../../run/ending/summarizer.ts"
import { rulesOf } from "../../run/ground/rules.ts"
import type { RoundCount } from "../../run/parts/round-due.ts"
import type { RunContext } from "../../run/run-context.ts"
import { issuesAt, lastRoundIssues } from "./confine.ts"
import { usablePart } from "./controls.ts"
import type { Memory } from "./memory.ts"
import { isAlarmed } from "./reflect.ts"
import type { PhaseWork } from "./rounds.ts"
import { endKey } from "./summarise.ts"
import type { VerdictRuling } from "./verdict.ts"

/** What a judge ruled, and the other parts of its answer. */
export type Along = RoundCount & { readonly ruling: VerdictRuling; readonly others: Readonly<Record<string, unknown>> }

/** What a judge brought along, under the key where it will be asked for; what does not follow from the ruling is dropped. */
export function carried(here: RunContext, work: PhaseWork, memory: Memory, along: Along): Carried[] {
  const { next } = along.ruling
  // For runs from before: what follows is known only once the checks that are left have had their say.
  if (next === "completed" && memory.checks.isPartial && !rulesOf(here.environment).isCurrent) return []
  if (next === "completed" && work.following.isLast)
    return missingResult(here).length > 0 ? [] : carriedSummary(here, along)
  const place = placeOfNext(here, work, memory, along)
  if (!place || (place.phase === work.phase && isAlarmed(here, work.phased.reflection))) return []
  return carriedPlan(here, work, along, place)
}

function carriedSummary(here: RunContext, { others }: Along): Carried[] {
  const summary = usablePart(others, summarizer, () => [])
  return summary ? [{ key: wordKey(here), control: summarizer, value: summary }] : []
}

/** Where the gate asks for it: at the strategy's own end, or after the stage of closing that this round is of. */
function wordKey(here: RunContext): string {
  if (!rulesOf(here.environment).goesOn) return endKey(here)
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
): Carried[] {
  const { plan: control, confinement } = phased.controls
  const place = { phases: phased.plan, phase, round }
  const value = usablePart(others, control, (next) => [
    ...issuesAt(confinement, place, next, firstId),
    ...(round === most ? lastRoundIssues(here, phased.plan, phase, next) : []),
  ])
  return value ? [{ key: keyIn(at, keyIn(numbered("round", round), "plan")), control, value }] : []
}
