import type { Phase, PhasePlan } from "../../protocol/log/control.ts"
import type { StageStatus } from "../../protocol/log/event.ts"
import { numbered } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { RunWaiting } from "../../run/core/stops.ts"
import { handOver } from "../../run/extension/handover.ts"
import { runGraph } from "../../run/plans/graph.ts"
import type { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { RunContext } from "../../run/run-context.ts"
import { type PhasedControls, phasePlanner } from "./controls.ts"
import * as prompts from "./prompts.ts"
import { runRounds } from "./rounds.ts"

export type PhaseEnd = { readonly status: StageStatus; readonly summary: string; readonly reason: string }

/** How the conversation of phases in sequence goes on from one to the next; none yet, or none where they run side by side. */
export type Talk = { conversation: Conversation | undefined }

export type PhasedRun = {
  readonly controls: PhasedControls
  readonly opening: readonly Message[]
  readonly plan: PhasePlan
  /** The user changed the phases before they began. */
  readonly isEdited: boolean
  readonly talk: Talk
  readonly reflection: ReflectionSetting
}

/**
 * Runs the phases in the order that their dependencies and the execution strategy allow. One behind a phase that is not done starts
 * all the same, told what is missing.
 */
export async function runPhases(run: RunContext, phased: PhasedRun): Promise<ReadonlyMap<number, PhaseEnd>> {
  const { phases, execution_strategy } = phased.plan
  const ends = new Map<number, PhaseEnd>()
  // Where the user looks at the first plan, nothing runs beside it.
  const isSequential = execution_strategy === "sequential" || run.environment.review
  const nodes = phases.map((phase) => ({ id: phase.id, needs: phase.dependencies, phase }))
  const limit = isSequential ? 1 : run.environment.limits.parallel_phases
  await runGraph(
    nodes,
    limit,
    async ({ phase }) => {
      ends.set(phase.id, await runPhase(run, phased, phase, ends))
    },
    // In sequence nothing overtakes a phase that waits for the user.
    (error) => !isSequential && error instanceof RunWaiting,
  )
  return ends
}

/** One phase from its first round to its end. */
export async function runPhase(
  run: RunContext,
  phased: PhasedRun,
  phase: Phase,
  ends: ReadonlyMap<number, PhaseEnd>,
): Promise<PhaseEnd> {
  const { value } = await run.stage({ kind: "phase", name: `phase-${phase.id}`, title: phase.name }, async (here) => {
    const { conversation, isFresh } = talkFor(here, phased)
    const before = phasesBefore(phased.plan, phase, ends)
    if (isFresh) {
      const places = before.map(({ id }) => run.key(numbered("phase", id)))
      conversation.tell(await handOver(here, places))
    }
    const earlier = before.map((known) => summaryOf(known, ends)).filter(({ isDone }) => isFresh || !isDone)
    conversation.begin(prompts.startPhase(phase, phased.plan, earlier))
    const waiting = phased.plan.phases.filter(({ id }) => id !== phase.id && !ends.has(id)).length
    const following = followingPhase(here, phased, phase, ends)
    const end = await runRounds(here, { phased, phase, conversation, following, waiting })
    return { status: end.status, summary: end.summary, value: end }
  })
  return value
}

/** Phases in sequence share one conversation until it is half full: the prefix holds, and nobody reads twice. */
function talkFor(here: RunContext, phased: PhasedRun): { conversation: Conversation; isFresh: boolean } {
  const { talk, plan, controls } = phased
  const isShared = plan.execution_strategy === "sequential"
  const before = talk.conversation
  const isFresh = !isShared || !before || here.decide("fresh", () => here.isHalfFull(before, controls.panel.specs))
  const conversation = isFresh ? phaseConversation(phased) : before
  if (isShared) talk.conversation = conversation
  return { conversation, isFresh }
}

/** Every phase starts from the request and the phase plan, and sees its own rounds only. */
export function phaseConversation({ opening, controls, plan }: PhasedRun): Conversation {
  const call = {
    id: "call_phases",
    name: controls.panel.wireName(phasePlanner),
    arguments: JSON.stringify(controls.panel.wrap(phasePlanner, plan)),
  }
  return new Conversation([...opening, { role: "assistant", text: "", calls: [call] }])
}

/** What a phase stands on: in sequence all that ended before it, else what it says that it needs. */
function phasesBefore(plan: PhasePlan, phase: Phase, ends: ReadonlyMap<number, PhaseEnd>): Phase[] {
  const isInSequence = plan.execution_strategy === "sequential"
  const needed = isInSequence ? new Set(ends.keys()) : transitive(plan, phase)
  return plan.phases.filter(({ id }) => needed.has(id))
}

function summaryOf({ id, name }: Phase, ends: ReadonlyMap<number, PhaseEnd>) {
  const end = ends.get(id)
  return { name, summary: end?.summary ?? "", isDone: end?.status === "done" }
}

function transitive(plan: PhasePlan, phase: Phase, seen = new Set<number>()): Set<number> {
  for (const id of phase.dependencies) {
    const next = plan.phases.find((candidate) => candidate.id === id)
    if (!next || seen.has(id)) continue
    seen.add(id)
    transitive(plan, next, seen)
  }
  return seen
}

/** What comes after this phase, as far as one can know it beforehand: only in sequence, and only if all went well so far. */
export type Following = {
  readonly next: Phase | undefined
  readonly isLast: boolean
  /** All that come after it, where they may turn out to be done already. */
  readonly rest: readonly Phase[]
}

function followingPhase(
  { environment }: RunContext,
  { plan }: PhasedRun,
  phase: Phase,
  ends: ReadonlyMap<number, PhaseEnd>,
): Following {
  const isAlone = plan.execution_strategy === "sequential" || plan.phases.length === 1
  const allDone = [...ends.values()].every((end) => end.status === "done")
  if (!isAlone || !allDone) return { next: undefined, isLast: false, rest: [] }
  const done = new Set([...ends.keys(), phase.id])
  const next = plan.phases.find(({ id, dependencies }) => !done.has(id) && dependencies.every((need) => done.has(need)))
  const mayBeDone = !environment.review
  const rest = mayBeDone ? plan.phases.filter(({ id }) => !done.has(id)) : []
  return { next, isLast: done.size === plan.phases.length, rest }
}
