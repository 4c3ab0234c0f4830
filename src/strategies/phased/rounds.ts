import type { JudgeVerdict, Phase, PlannedTask } from "../../protocol/control.ts"
import type { Carried } from "../../run/ask.ts"
import type { Conversation } from "../../run/conversation.ts"
import { noteRound } from "../../run/round-note.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { TaskOutcome } from "../../run/run-task.ts"
import { askJudge, judgeName, roundSummary } from "./ask-judge.ts"
import { issuesAt } from "./confine.ts"
import { judgeTasks, summarizer, usablePart } from "./controls.ts"
import type { Following, PhasedRun, PhaseEnd } from "./phases.ts"
import { numberTasks } from "./plan.ts"
import * as prompts from "./prompts.ts"
import { isAlarmed, reflectOnRound } from "./reflect.ts"
import { endKey } from "./summarise.ts"
import { type Ruling, rule } from "./verdict.ts"

export type PhaseWork = {
  readonly phased: PhasedRun
  readonly phase: Phase
  readonly conversation: Conversation
  readonly following: Following
}

/** `stuck`: why the phase can't go on, where reflection ends it. */
type RoundEnd = Ruling & { readonly stuck: string | undefined }

type RoundCount = { readonly round: number; readonly most: number }

/** What one round hands to the next. */
type Memory = {
  /** How many tasks the phase has had; the next one gets the number after it. */
  tasks: number
  readonly proving: Set<number>
  readonly attempts: Map<number, number>
  retry: PlannedTask[]
  notes: string[]
}

/** Plan, execute, judge, until the phase is complete, given up, or out of rounds. */
export async function runRounds(run: RunContext, work: PhaseWork): Promise<PhaseEnd> {
  const most = roundLimit(run, work.phase)
  const memory: Memory = { tasks: 0, proving: new Set(), attempts: new Map(), retry: [], notes: [] }
  let ruling: RoundEnd | undefined
  for (let round = 1; round <= most; round++) {
    ruling = await runRound(run, work, memory, { round, most })
    const { verdict, next, stuck } = ruling
    if (stuck !== undefined) return { status: "forced", summary: verdict.user_summary, reason: stuck }
    if (next === "completed") return { status: "done", summary: verdict.user_summary, reason: "" }
    if (next === "end_phase") return givenUp(verdict)
  }
  return forced(most, ruling)
}

/** The estimate and two more; a phase that ended undone gets two more each time the run is resumed. */
function roundLimit(run: RunContext, phase: Phase): number {
  const planned = Math.min(phase.estimated_rounds + 2, run.environment.limits.max_rounds ?? Number.POSITIVE_INFINITY)
  return planned + 2 * run.earlierEnds(["forced", "unproven", "failed", "incomplete"])
}

async function runRound(run: RunContext, work: PhaseWork, memory: Memory, count: RoundCount): Promise<RoundEnd> {
  const { round } = count
  const isRetry = memory.retry.length > 0
  const stage = {
    kind: "round",
    name: `round-${round}`,
    title: isRetry ? `Round ${round}: retry` : `Round ${round}`,
    iterations: isRetry ? 2 : 3,
  } as const
  const { value } = await run.stage(stage, async (here) => {
    const tasks = isRetry ? memory.retry : await plan(here, work, memory, round)
    const outcomes = await here.execute(tasks)
    work.conversation.openRound(noteRound(here.path, tasks, outcomes))
    remember(memory, outcomes)
    const ruling = await judge(here, work, memory, { ...count, outcomes })
    work.conversation.closeRound(roundSummary(ruling.verdict))
    prepareNext(here, memory, ruling, tasks)
    const stuck = await reflectOnRound(here, work.phased.reflection, ruling, memory)
    const status = ruling.next === "completed" ? "done" : ruling.next === "unproven" ? "unproven" : "continued"
    return { status, summary: ruling.verdict.user_summary, value: { ...ruling, stuck } }
  })
  return value
}

async function plan(here: RunContext, work: PhaseWork, memory: Memory, round: number): Promise<PlannedTask[]> {
  const { plan: control, panel, constraints } = work.phased.controls
  const firstId = memory.tasks + 1
  const answer = await here.ask("plan", {
    control,
    panel,
    conversation: work.conversation,
    prompt: prompts.planRound(round, memory.notes),
    check: (value) => issuesAt(constraints, { phases: work.phased.plan, phase: work.phase, round }, value, firstId),
  })
  const tasks = numberTasks(answer, firstId)
  memory.tasks += tasks.length
  await here.record("plan", { type: "plan.made", stage: here.path, tasks, reasoning: answer.reasoning })
  return tasks
}

async function judge(
  here: RunContext,
  work: PhaseWork,
  memory: Memory,
  { round, most, outcomes }: RoundCount & { outcomes: readonly TaskOutcome[] },
): Promise<Ruling> {
  const { conversation, following, phased } = work
  const ruleOn = (verdict: JudgeVerdict) => rule(verdict, { outcomes, proving: memory.proving })
  conversation.tell(prompts.results(outcomes))
  const claimed = await askJudge(here, {
    control: judgeTasks,
    panel: phased.controls.panel,
    conversation,
    prompt: prompts.judge({ fuse: phased.controls.fuse, ...following, roundsLeft: most - round }),
    carry: (verdict, others) =>
      phased.controls.fuse ? carried(here, work, memory, { round, most, ruling: ruleOn(verdict), others }) : [],
  })
  const ruling = ruleOn(claimed)
  await here.record("judge", {
    type: "judge.ruled",
    stage: here.path,
    verdict: ruling.verdict,
    corrections: [...ruling.corrections],
  })
  return here.isFromEarlierEpoch(judgeName(here)) ? takenUpAgain(ruling) : ruling
}

/** An earlier epoch gave the phase up; the user resumed the run, so it is planned anew. */
function takenUpAgain(ruling: Ruling): Ruling {
  return ruling.next === "end_phase" ? { ...ruling, next: "replan" } : ruling
}

type Along = RoundCount & { readonly ruling: Ruling; readonly others: Readonly<Record<string, unknown>> }

/** What a judge brought along, under the key where it will be asked for; what does not follow from the ruling is dropped. */
function carried(here: RunContext, work: PhaseWork, memory: Memory, { round, most, ruling, others }: Along): Carried[] {
  const { following, phased, phase } = work
  const { plan: control, constraints } = phased.controls
  if (ruling.next === "completed" && following.isLast) {
    const summary = usablePart(others, summarizer, () => [])
    return summary ? [{ key: endKey(here), control: summarizer, value: summary }] : []
  }
  const isSamePhase = ruling.next === "continue_phase" || ruling.next === "replan"
  if (isSamePhase && isAlarmed(here, phased.reflection)) return []
  const key = isSamePhase
    ? `phase-${phase.id}/round-${round + 1}/plan`
    : ruling.next === "completed" && following.next && `phase-${following.next.id}/round-1/plan`
  const place = isSamePhase ? { phase, round: round + 1 } : { phase: following.next ?? phase, round: 1 }
  const firstId = isSamePhase ? memory.tasks + 1 : 1
  const value = usablePart(others, control, (next) =>
    issuesAt(constraints, { phases: phased.plan, ...place }, next, firstId),
  )
  return key && value && (!isSamePhase || round < most) ? [{ key, control, value }] : []
}

function remember(memory: Memory, outcomes: readonly TaskOutcome[]): void {
  for (const { id, status } of outcomes) {
    if (status !== "skipped") memory.attempts.set(id, (memory.attempts.get(id) ?? 0) + 1)
    if (status === "done" || status === "unknown") memory.proving.add(id)
    else memory.proving.delete(id)
  }
}

/** `retry_failed` runs the failed tasks again, amended where the judge says how, as long as they have attempts left. */
function prepareNext(here: RunContext, memory: Memory, ruling: Ruling, tasks: readonly PlannedTask[]): void {
  const { verdict, next } = ruling
  const wanted = next === "retry_failed" ? tasks.filter((task) => verdict.failed_tasks.includes(task.id)) : []
  const most = here.environment.limits.attempts_per_task
  const retry = withoutStranded(
    wanted,
    wanted.filter((task) => (memory.attempts.get(task.id) ?? 0) < most),
  )
  memory.retry = retry.map((task) => amended(task, verdict))
  memory.notes = notesFor(next, wanted.length > 0 && retry.length === 0)
}

/** A task whose need failed and is not tried again can't be tried again either; nor can what needs that task. */
function withoutStranded(wanted: readonly PlannedTask[], retry: readonly PlannedTask[]): readonly PlannedTask[] {
  const given = new Set(wanted.filter((task) => !retry.includes(task)).map((task) => task.id))
  const kept = retry.filter((task) => !task.depends_on.some((id) => given.has(id)))
  return kept.length === retry.length ? retry : withoutStranded(wanted, kept)
}

function amended(task: PlannedTask, verdict: JudgeVerdict): PlannedTask {
  const better = verdict.amended_tasks.find((candidate) => candidate.task_id === task.id)
  return better ? { ...task, arguments: better.arguments } : task
}

function notesFor(next: Ruling["next"], isExhausted: boolean): string[] {
  if (next === "replan") return [prompts.NOTES.replan]
  if (next === "unproven") return [prompts.NOTES.unproven]
  return isExhausted ? [prompts.NOTES.exhausted] : []
}

function givenUp(verdict: JudgeVerdict): PhaseEnd {
  const summary = verdict.user_summary
  if (verdict.failed_tasks.length === 0)
    return { status: "incomplete", summary, reason: "ended before it was complete" }
  const why = verdict.failed_reason ? `: ${verdict.failed_reason}` : ""
  return { status: "failed", summary, reason: `task ${verdict.failed_tasks.join(", ")} failed${why}` }
}

function forced(most: number, ruling: Ruling | undefined): PhaseEnd {
  const summary = ruling?.verdict.user_summary ?? ""
  if (ruling?.next === "unproven")
    return { status: "unproven", summary, reason: "called complete, but nothing proves it" }
  return { status: "forced", summary, reason: `not complete after ${most} rounds` }
}
