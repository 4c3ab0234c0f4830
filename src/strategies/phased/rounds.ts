import type { JudgeVerdict, Phase, PlannedTask } from "../../protocol/control.ts"
import type { Language } from "../../protocol/environment.ts"
import type { Conversation } from "../../run/context/conversation.ts"
import { noteRound } from "../../run/context/round-note.ts"
import { toldOfResult } from "../../run/ending/result-due.ts"
import { numberTasks } from "../../run/plans/plan.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { type CheckReport, failingNames, stillFailing } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { say } from "../../text/words.ts"
import { askJudge, roundSummary } from "./ask-judge.ts"
import { carried } from "./carry.ts"
import { isLastPhase, issuesAt, lastRoundIssues } from "./confine.ts"
import { judgeTasks } from "./controls.ts"
import { type Memory, newMemory, prepareNext, remember } from "./memory.ts"
import type { Following, PhasedRun, PhaseEnd } from "./phases.ts"
import * as prompts from "./prompts.ts"
import { reflectOnRound } from "./reflect.ts"
import { planName, reviewFirstPlan } from "./review.ts"
import { overruled, type Ruling, rule } from "./verdict.ts"

export type PhaseWork = {
  readonly phased: PhasedRun
  readonly phase: Phase
  readonly conversation: Conversation
  readonly following: Following
}

/** `stuck`: why the phase can't go on, where reflection ends it. */
type RoundEnd = Ruling & { readonly stuck: string | undefined }

export type RoundCount = { readonly round: number; readonly most: number }

/** Plan, execute, judge, until the phase is complete, given up, or out of rounds. */
export async function runRounds(run: RunContext, work: PhaseWork): Promise<PhaseEnd> {
  const most = roundLimit(run, work.phase)
  const memory = newMemory()
  let ruling: RoundEnd | undefined
  for (let round = 1; round <= most; round++) {
    ruling = await runRound(run, work, memory, { round, most })
    const { verdict, next, stuck } = ruling
    if (stuck !== undefined) return { status: "forced", summary: verdict.user_summary, reason: stuck }
    if (next === "completed") return { status: "done", summary: verdict.user_summary, reason: "" }
    if (next === "end_phase") return givenUp(run.environment.language, verdict)
  }
  return forced(run.environment.language, most, ruling, memory.checks)
}

/** The estimate and two more; a phase that ended undone gets two more each time the run is resumed. */
function roundLimit(run: RunContext, phase: Phase): number {
  const planned = Math.min(phase.estimated_rounds + 2, run.environment.limits.max_rounds ?? Number.POSITIVE_INFINITY)
  return planned + 2 * run.log.earlierEnds(["forced", "unproven", "failed", "incomplete"])
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
    const tasks = isRetry ? memory.retry : await plan(here, work, memory, count)
    const executed = await here.execute(tasks, { verify: true })
    work.conversation.openRound(noteRound(here.path, tasks, executed.outcomes))
    remember(memory, executed)
    const claimed = await judge(here, work, memory, { ...count, executed })
    const confirmed = await confirmPhase(here, memory, claimed)
    const lacking = confirmed.next === "completed" ? await resultDue(here, work, memory) : undefined
    const ruling: Ruling = lacking === undefined ? confirmed : { ...confirmed, next: "continue_phase" }
    work.conversation.closeRound(roundSummary(ruling.verdict))
    prepareNext(here, memory, ruling, tasks)
    if (lacking !== undefined) memory.notes = [lacking]
    const stuck = await reflectOnRound(here, work.phased.reflection, ruling, memory)
    const status = ruling.next === "completed" ? "done" : ruling.next === "unproven" ? "unproven" : "continued"
    return { status, summary: ruling.verdict.user_summary, value: { ...ruling, stuck } }
  })
  return value
}

async function plan(
  here: RunContext,
  work: PhaseWork,
  memory: Memory,
  { round, most }: RoundCount,
): Promise<PlannedTask[]> {
  const { plan: control, panel, confinement } = work.phased.controls
  const firstId = memory.tasks + 1
  const planned = await here.ask(planName(work, round), {
    control,
    panel,
    conversation: work.conversation,
    prompt: prompts.planRound(round, memory.notes),
    check: (value) => [
      ...issuesAt(confinement, { phases: work.phased.plan, phase: work.phase, round }, value, firstId),
      ...(round === most ? lastRoundIssues(here, work.phased.plan, work.phase, value) : []),
    ],
  })
  const answer = await reviewFirstPlan(here, work, planned, round)
  const tasks = numberTasks(answer, firstId)
  memory.tasks += tasks.length
  await here.record("plan", { type: "plan.made", stage: here.path, tasks, reasoning: answer.reasoning })
  return tasks
}

async function judge(
  here: RunContext,
  work: PhaseWork,
  memory: Memory,
  { round, most, executed }: RoundCount & { executed: Executed },
): Promise<Ruling> {
  const { conversation, following, phased } = work
  const { outcomes, checks, notes } = executed
  const failingChecks = failingNames(memory.checks)
  const ruleOn = (verdict: JudgeVerdict) => rule(verdict, { outcomes, proving: memory.proving, failingChecks })
  conversation.tell([prompts.results(outcomes), checksText(checks), ...notes].filter(Boolean).join("\n"))
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
  const isTakenUp = here.log.isOfEarlierEpoch("judge", "judge.ruled")
  return isTakenUp ? takenUpAgain(ruling) : ruling
}

/** Checks that were left out so far run before the phase is accepted as complete. */
async function confirmPhase(here: RunContext, memory: Memory, ruling: Ruling): Promise<Ruling> {
  if (ruling.next !== "completed" || !memory.checks.isPartial) return ruling
  memory.checks = await here.verify("phase")
  return overruled(ruling, failingNames(memory.checks))
}

/** The last phase is not complete before the run's result is made, where its kind of task has one. */
async function resultDue(here: RunContext, work: PhaseWork, memory: Memory): Promise<string | undefined> {
  if (!isLastPhase(work.phased.plan, work.phase)) return undefined
  const lacking = await toldOfResult(here, memory.isTold)
  memory.isTold ||= lacking !== undefined
  return lacking
}

/** An earlier epoch gave the phase up; the user resumed the run, so it is planned anew. */
function takenUpAgain(ruling: Ruling): Ruling {
  return ruling.next === "end_phase" ? { ...ruling, next: "replan" } : ruling
}

function givenUp(language: Language, verdict: JudgeVerdict): PhaseEnd {
  const summary = verdict.user_summary
  if (verdict.failed_tasks.length === 0)
    return { status: "incomplete", summary, reason: say(language, "phase.given_up") }
  const why = verdict.failed_reason ? `: ${verdict.failed_reason}` : ""
  return {
    status: "failed",
    summary,
    reason: `${say(language, "phase.tasks_failed", verdict.failed_tasks.join(", "))}${why}`,
  }
}

function forced(language: Language, most: number, ruling: Ruling | undefined, checks: CheckReport): PhaseEnd {
  const summary = ruling?.verdict.user_summary ?? ""
  if (ruling?.verdict.phase_completed && checks.status === "failed")
    return { status: "failed", summary, reason: stillFailing(language, checks) }
  if (ruling?.next === "unproven") return { status: "unproven", summary, reason: say(language, "phase.unproven") }
  return { status: "forced", summary, reason: say(language, "phase.forced", most) }
}
