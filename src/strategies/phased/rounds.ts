import type { JudgeVerdict, Phase, PlannedTask } from "../../protocol/log/control.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { numbered } from "../../protocol/log/key.ts"
import type { Conversation } from "../../run/context/conversation.ts"
import { noteRound } from "../../run/context/round-note.ts"
import type { ControlQuestion } from "../../run/controls/ask.ts"
import { extend } from "../../run/extension/extension.ts"
import { isRoundDue, type RoundCount, roundsLeft } from "../../run/extension/round-due.ts"
import { roundsMadeGood } from "../../run/extension/spoiled-round.ts"
import { toldOfResult } from "../../run/finish/gate/result-due.ts"
import { numberTasks } from "../../run/plans/plan.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { roundInWords } from "../../run/tasks/own-words.ts"
import { type CheckReport, stillFailing } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { say } from "../../text/words/words.ts"
import { askJudge, roundSummary } from "./ask-judge.ts"
import { carried, mayBeDoneAlong } from "./carry.ts"
import { isLastPhase, issuesAt, lastRoundIssues } from "./confine.ts"
import { judgeTasks, NOT_COMPLETE } from "./controls.ts"
import { type Memory, newMemory, prepareNext, remember, rememberDeeds } from "./memory.ts"
import type { Following, PhasedRun, PhaseEnd } from "./phases.ts"
import * as prompts from "./prompts.ts"
import { reflectOnRound } from "./reflect.ts"
import { planName, reviewTasks } from "./review.ts"
import { rule, type VerdictRuling } from "./verdict.ts"

export type PhaseWork = {
  readonly phased: PhasedRun
  readonly phase: Phase
  readonly conversation: Conversation
  readonly following: Following
  /** How many phases have not started. */
  readonly waiting: number
  /** How many rounds it may have, and no more, where that is not for the phase to say. */
  readonly most?: number
}

/** `stuck`: why the phase can't go on, where reflection ends it. */
type RoundEnd = VerdictRuling & { readonly stuck: string | undefined; readonly most: number }

/** Plan, execute, judge, until the phase is complete, given up, or out of rounds. */
export async function runRounds(run: RunContext, work: PhaseWork): Promise<PhaseEnd> {
  let most = work.most ?? roundLimit(run, work.phase)
  const memory = newMemory()
  const hasEnded = run.log.lastEnd !== undefined
  let ruling: RoundEnd | undefined
  for (let round = 1; isRoundDue(run, { round, most }, hasEnded); round++) {
    ruling = await runRound(run, work, memory, { round, most })
    const { verdict, next, stuck } = ruling
    most = ruling.most
    if (stuck !== undefined) return { status: "forced", summary: verdict.user_summary, reason: stuck }
    if (next === "completed") return { status: "done", summary: verdict.user_summary, reason: "" }
    if (next === "end_phase") return givenUp(run.environment.language, verdict)
  }
  return forced(run.environment.language, most, ruling, memory.checks)
}

/** The estimate and two more; with `literal` a phase that ended undone gets two more each time the run is resumed. */
function roundLimit(run: RunContext, phase: Phase): number {
  const planned = Math.min(phase.estimated_rounds + 2, run.environment.limits.max_rounds ?? Number.POSITIVE_INFINITY)
  if (!run.environment.literal) return planned
  return planned + 2 * run.log.earlierEnds(["forced", "failed", "incomplete"])
}

/** Before the judge is asked: it may bring the next plan only if there is another round. */
async function mostAfter(run: RunContext, work: PhaseWork, { round, most }: RoundCount): Promise<number> {
  const { max_rounds } = run.environment.limits
  const isSet = work.most !== undefined || (max_rounds !== null && round >= max_rounds)
  if (round < most || isSet || run.environment.literal) return most
  const number = 1 + most - roundLimit(run, work.phase)
  const overdue = { number, last: [numbered("round", round)], waiting: work.waiting, unit: 3 }
  return (await extend(run, overdue)) === "given" ? most + 1 : most
}

function isFinal({ environment }: RunContext, work: PhaseWork, most: number): boolean {
  const { max_rounds } = environment.limits
  return environment.literal === true || work.most !== undefined || (max_rounds !== null && most >= max_rounds)
}

async function runRound(run: RunContext, work: PhaseWork, memory: Memory, before: RoundCount): Promise<RoundEnd> {
  const { round } = before
  const isRetry = memory.retry.length > 0
  const stage = {
    kind: "round",
    name: `round-${round}`,
    title: isRetry ? `Round ${round}: retry` : `Round ${round}`,
    iterations: isRetry ? 2 : 3,
  } as const
  const { value } = await run.stage(stage, async (here) => {
    const tasks = isRetry ? memory.retry : await plan(here, work, memory, before)
    const executed = await here.execute(tasks, { verify: true, showIn: work.conversation })
    work.conversation.openRound(noteRound(here.path, tasks, executed.outcomes))
    remember(memory, executed)
    rememberDeeds(here, memory, tasks, executed)
    const most = before.most + roundsMadeGood(here, executed)
    const count = { round, most: await mostAfter(run, work, { round, most }) }
    const claimed = await judge(here, work, memory, { ...count, executed })
    const confirmed = withRetry(run, here, await confirmPhase(here, work, memory, claimed), count)
    const lacking = confirmed.next === "completed" ? await resultDue(here, work, memory) : undefined
    const ruling: VerdictRuling = lacking === undefined ? confirmed : { ...confirmed, next: "continue_phase" }
    work.conversation.closeRound(roundSummary(ruling.verdict))
    prepareNext(here, memory, ruling, { tasks, outcomes: executed.outcomes })
    if (lacking !== undefined) memory.notes = [lacking]
    const stuck = await reflectOnRound(here, work.phased.reflection, ruling, memory)
    const status = ruling.next === "completed" ? "done" : "continued"
    return { status, summary: ruling.verdict.user_summary, value: { ...ruling, stuck, most: count.most } }
  })
  return value
}

async function plan(
  here: RunContext,
  work: PhaseWork,
  memory: Memory,
  { round, most }: RoundCount,
): Promise<PlannedTask[]> {
  const { plan: control, panel, constraints } = work.phased.controls
  const firstId = memory.tasks + 1
  const planned = await here.ask(planName(work, round), {
    control,
    panel,
    conversation: work.conversation,
    prompt: prompts.planRound(round, memory.notes),
    check: (value) => [
      ...issuesAt(constraints, { phases: work.phased.plan, phase: work.phase, round }, value, firstId),
      ...(round === most ? lastRoundIssues(here, work.phased.plan, work.phase, value) : []),
    ],
  })
  const answer = await reviewTasks(here, work, planned, { round, firstId })
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
): Promise<VerdictRuling> {
  const { conversation, following, phased } = work
  const { outcomes, checks, notes } = executed
  const judged = {
    outcomes,
    proving: memory.proving,
    lacksDeed: memory.deeds > 0 && memory.done.size === 0 && !hasPassedAfterChange(here, checks),
    isEmpty: outcomes.length === 0,
    inWords: roundInWords(here.environment.language, outcomes),
  }
  const ruleOn = (verdict: JudgeVerdict) => rule(verdict, judged)
  conversation.tell([prompts.results(outcomes), checksText(checks), ...notes].filter(Boolean).join("\n"))
  const rest = mayBeDoneAlong(memory) ? following.rest : []
  const question: ControlQuestion<JudgeVerdict> = {
    control: judgeTasks,
    panel: phased.controls.panel,
    conversation,
    prompt: prompts.judge(roundsLeft({ round, most }, isFinal(here, work, most))),
    along: phased.controls.fuse ? prompts.afterJudge({ ...following, rest, roundsLeft: most - round }) : "",
    carry: (verdict, others) =>
      phased.controls.fuse ? carried(here, work, memory, { round, most, ruling: ruleOn(verdict), others }) : [],
    without: (others) =>
      phased.controls.fuse && others[phased.controls.plan.name] !== undefined ? NOT_COMPLETE : undefined,
  }
  const ruling = await proven(here, question, ruleOn, ruleOn(await askJudge(here, question)))
  await here.record("judge", {
    type: "judge.ruled",
    stage: here.path,
    verdict: ruling.verdict,
    corrections: [...ruling.corrections],
  })
  const isTakenUp = here.log.isOfEarlierEpoch("judge", "judge.ruled")
  return isTakenUp && here.environment.literal ? takenUpAgain(ruling) : ruling
}

/** A judge that wants to go on after failures and brings no other plan wants them tried again. */
function withRetry(
  run: RunContext,
  here: RunContext,
  ruling: VerdictRuling,
  { round, most }: RoundCount,
): VerdictRuling {
  const { next, verdict } = ruling
  const isOpen = next === "continue_phase" && !verdict.phase_completed && verdict.failed_tasks.length > 0
  if (!isOpen) return ruling
  const isWithoutPlan = here.decide("retry", () => round < most && !run.log.has(`round-${round + 1}/plan`))
  return isWithoutPlan ? { ...ruling, next: "retry_failed" } : ruling
}

/** A phase that is called complete with nothing to show for it: the judge is asked once more, then it goes on. */
async function proven(
  here: RunContext,
  question: ControlQuestion<JudgeVerdict>,
  ruleOn: (verdict: JudgeVerdict) => VerdictRuling,
  ruling: VerdictRuling,
): Promise<VerdictRuling> {
  if (ruling.next !== "unproven") return ruling
  const again = ruleOn(await here.ask("judge-again", { ...question, prompt: prompts.UNPROVEN }))
  return again.next === "unproven" ? { ...again, next: "continue_phase" } : again
}

/** A check that passes after the phase's own change shows that the change is there. */
function hasPassedAfterChange(here: RunContext, { status }: CheckReport): boolean {
  return status === "passed" && here.changed.length > 0
}

/** Checks that were left out so far run when the phase is called complete; what they say is for the next plan to know. */
async function confirmPhase(
  here: RunContext,
  { conversation }: PhaseWork,
  memory: Memory,
  ruling: VerdictRuling,
): Promise<VerdictRuling> {
  if (ruling.next !== "completed" || !memory.checks.isPartial) return ruling
  memory.checks = await here.verify("phase")
  conversation.tell(checksText(memory.checks))
  return ruling
}

/** The last phase is not complete before the run's result is made, where its kind of task has one. */
async function resultDue(here: RunContext, work: PhaseWork, memory: Memory): Promise<string | undefined> {
  if (!isLastPhase(work.phased.plan, work.phase)) return undefined
  const lacking = await toldOfResult(here, memory.isTold)
  memory.isTold ||= lacking !== undefined
  return lacking
}

/** With `literal`: an earlier epoch gave the phase up; the user resumed the run, so it is planned anew. */
function takenUpAgain(ruling: VerdictRuling): VerdictRuling {
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

function forced(language: Language, most: number, ruling: VerdictRuling | undefined, checks: CheckReport): PhaseEnd {
  const summary = ruling?.verdict.user_summary ?? ""
  if (ruling?.next !== "completed" && ruling?.verdict.phase_completed && checks.status === "failed")
    return { status: "failed", summary, reason: stillFailing(language, checks) }
  return { status: "forced", summary, reason: say(language, "phase.forced", most) }
}
