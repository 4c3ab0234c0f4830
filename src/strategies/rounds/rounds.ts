import { z } from "zod"
import { Complexity, type PlannedTask, type Thought } from "../../protocol/control.ts"
import type { Carried } from "../../run/ask.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { constraintsFor } from "../../run/constraints/constraints.ts"
import { planBreaches } from "../../run/constraints/plan-breaches.ts"
import { recognise } from "../../run/constraints/recognise.ts"
import { Conversation } from "../../run/conversation.ts"
import type { Executed } from "../../run/execute.ts"
import { numberTasks, planIssues } from "../../run/plan.ts"
import { structuredRequest, systemPrompt } from "../../run/prompts.ts"
import { alarmAt, reflect } from "../../run/reflection/reflect.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import { toldOfResult } from "../../run/result-due.ts"
import { planChanged } from "../../run/review-prompts.ts"
import { noteRound } from "../../run/round-note.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Strategy } from "../../run/strategy.ts"
import { type CheckReport, NO_REPORT, stillFailing } from "../../run/verification/report.ts"
import { say } from "../../run/words.ts"
import { requestException } from "../../tools/request-exception.ts"
import { type Controls, controlsFor, type Reading, type RoundPlan, think } from "./controls.ts"
import * as prompts from "./prompts.ts"

const ROUNDS = { simple: 2, medium: 3, complex: 5 }

export const RoundsSettings = z.looseObject({
  /** One call may bring a thought and the next plan; `false` gives one call per box of the chart. */
  fuse: z.boolean().default(true),
  /** How many rounds a request may take, by its complexity. */
  rounds: z
    .object({
      simple: z.int().min(1).default(ROUNDS.simple),
      medium: z.int().min(1).default(ROUNDS.medium),
      complex: z.int().min(1).default(ROUNDS.complex),
    })
    .default(ROUNDS),
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type RoundsSettings = z.infer<typeof RoundsSettings>

/**
 *   ┌▶ plan ─▶ execute (stops at the first failure, or when the round's time is up) ─▶ think ─┐
 *   └────────────────────── not completed, rounds left ──────────────────────────────────────┘
 *        │ completed (and no check fails), or no rounds left
 *        ▼
 *   the last think's summary; without one a forced summary with tools off
 */
export const rounds: Strategy<RoundsSettings> = {
  name: "rounds",
  summary: "Plans, executes and thinks in a few rounds; the last thought is the answer.",
  settings: RoundsSettings,

  async run(run, settings) {
    const work = startWork(run, settings)
    run.summariseWith(async () =>
      work.summary === "" ? undefined : { layer: "closing", text: work.summary, highlights: [] },
    )
    await run.enter("EXECUTING")
    for (let round = 1; ; round++) {
      const isFulfilled = await runRound(run, work, round)
      if (isFulfilled) return { kind: "done" }
      if (round >= work.most) return outOfRounds(run, round, work.checks)
    }
  },
}

/** What one round hands to the next. */
type Work = {
  readonly settings: RoundsSettings
  readonly controls: Controls
  readonly conversation: Conversation
  /** How many rounds there may be; known once the first plan is. */
  most: number
  tasks: number
  /** Whether anything has succeeded so far. */
  hasResults: boolean
  /** What the project's checks said last. */
  checks: CheckReport
  notes: string[]
  /** The newest summary for the user. */
  summary: string
  /** What was said of a result that lacks, and whether that was said before; once is enough. */
  lacking: string | undefined
  isTold: boolean
}

function startWork(run: RunContext, settings: RoundsSettings): Work {
  const tools = [...run.tools, requestException]
  return {
    settings,
    controls: controlsFor(tools, run.environment.limits.max_tasks_per_round, settings.fuse),
    conversation: new Conversation([
      { role: "system", text: systemPrompt(run.environment) },
      { role: "user", text: run.analysis ? structuredRequest(run.analysis) : prompts.request(run.request) },
    ]),
    most: settings.rounds.complex,
    tasks: 0,
    hasResults: false,
    checks: NO_REPORT,
    notes: [],
    summary: "",
    lacking: undefined,
    isTold: false,
  }
}

async function runRound(run: RunContext, work: Work, round: number): Promise<boolean> {
  const stage = { kind: "round", name: `round-${round}`, title: `Round ${round}`, iterations: 3 } as const
  const { value } = await run.stage(stage, async (here) => {
    const tasks = await plan(run, here, work, round)
    const { round_timeout_ms } = run.environment.limits
    const executed = await here.execute(tasks, { stopOnFailure: true, timeLimitMs: round_timeout_ms, verify: true })
    remember(here, work, tasks, executed)
    const thought = await thinkAbout(here, work, executed, round)
    const isDone = await isFulfilled(here, work, thought)
    if (!isDone && round < work.most) await prepareNext(here, work, thought)
    return { status: isDone ? "done" : "continued", summary: thought.user_summary, value: isDone }
  })
  return value
}

async function plan(run: RunContext, here: RunContext, work: Work, round: number): Promise<PlannedTask[]> {
  const { controls, conversation, tasks, notes } = work
  const proposed = await here.ask("plan", {
    control: controls.plan,
    panel: controls.panel,
    conversation,
    prompt: round === 1 ? prompts.firstPlan(run.analysis !== undefined) : prompts.planRound(round, work.most, notes),
    check: (value) => issuesOf(run, value, tasks + 1, round),
  })
  const answer = round === 1 ? await review(run, here, work, proposed) : proposed
  if (round === 1) await settle(run, work, answer)
  const planned = numberTasks(answer, tasks + 1)
  work.tasks += planned.length
  await here.record("plan", { type: "plan.made", stage: here.path, tasks: planned, reasoning: answer.reasoning })
  return planned
}

/** Lets the user look at the first plan, and change it. */
async function review(run: RunContext, here: RunContext, work: Work, plan: RoundPlan): Promise<RoundPlan> {
  const reviewed = await here.review("plan", {
    plan,
    title: say(run.environment.language, "review.tasks", plan.tasks.map(({ tool }) => tool).join(", ")),
    schema: work.controls.plan.input,
    issues: (edited) => issuesOf(run, edited, 1, 1),
  })
  if (reviewed.isEdited) work.conversation.tell(planChanged(reviewed.plan))
  return reviewed.plan
}

/** What the first plan says of the request sets how long the run may be and what it may use. */
async function settle(run: RunContext, work: Work, reading: Reading): Promise<void> {
  await run.constrain(recognitionOf(run, reading), reading.write_scope)
  const byComplexity = work.settings.rounds[reading.complexity ?? run.analysis?.complexity ?? Complexity.enum.medium]
  const planned = Math.min(byComplexity, run.environment.limits.max_rounds ?? Number.POSITIVE_INFINITY)
  // A run that is taken up again after its last round gets two more.
  work.most = planned + 2 * (run.epoch - 1)
  const calls = work.settings.fuse ? { perRound: 1, beside: 1 } : { perRound: 2, beside: 0 }
  await run.estimate({ rounds: [work.most], usual: calls, most: { perRound: 2, beside: 1 }, extraRounds: 0 })
}

function recognitionOf(run: RunContext, { task_type = run.analysis?.task_type }: Reading) {
  return task_type ? { taskType: task_type, reason: "as the first plan has it" } : recognise(run.request)
}

/** The first plan is held to the rules of the kind of task that it names itself. */
function issuesOf(run: RunContext, plan: RoundPlan, firstId: number, round: number): string[] {
  const { tools, constraints: options } = run.environment
  const constraints = run.constraints ?? constraintsFor(recognitionOf(run, plan), tools, options)
  const place = { isLast: true, hasWorkBefore: round > 1 }
  return [...planIssues(plan, firstId), ...planBreaches(constraints, plan.tasks, place)]
}

function remember(here: RunContext, work: Work, tasks: readonly PlannedTask[], executed: Executed): void {
  const { outcomes, checks } = executed
  work.conversation.openRound(noteRound(here.path, tasks, outcomes))
  work.hasResults ||= outcomes.some(({ status }) => status === "done" || status === "unknown")
  if (checks.status !== "none" || checks.isPartial) work.checks = checks
  // What failed in an earlier round is asked again before the work is accepted: somebody else may have mended it.
  else if (work.checks.status === "failed") work.checks = { ...work.checks, isPartial: true }
}

async function thinkAbout(here: RunContext, work: Work, executed: Executed, round: number): Promise<Thought> {
  const { controls, conversation } = work
  conversation.tell(prompts.results(executed))
  const thought = await here.ask("think", {
    control: think,
    panel: controls.panel,
    conversation,
    prompt: prompts.think(work.most - round, controls.fuse),
    carry: (value, others) => carried(here, work, { round, thought: value, others }),
  })
  work.summary = thought.user_summary
  const { user_summary, task_completed, next_steps_preview } = thought
  await here.record("think", {
    type: "thought.made",
    stage: here.path,
    user_summary,
    task_completed,
    next_steps_preview,
  })
  conversation.closeRound(user_summary)
  return thought
}

type Along = { round: number; thought: Thought; others: Readonly<Record<string, unknown>> }

/** A thought may bring the next plan along; one that has to be told something first is asked for anew. */
function carried(here: RunContext, work: Work, { round, thought, others }: Along): Carried[] {
  const { plan: control } = work.controls
  if (round >= work.most || thought.task_completed || alarmAt(here, work.settings.reflection)) return []
  const parsed = control.input.safeParse(others[control.name])
  if (!parsed.success || issuesOf(here, parsed.data, work.tasks + 1, round + 1).length > 0) return []
  return [{ key: `round-${round + 1}/plan`, control, value: parsed.data }]
}

/** The model's word counts only with something to show for it, and the project's checks outrank it. */
async function isFulfilled(here: RunContext, work: Work, { task_completed }: Thought): Promise<boolean> {
  if (!task_completed || !work.hasResults) return false
  if (work.checks.isPartial) work.checks = await here.verify("end")
  if (work.checks.status === "failed") return false
  work.lacking = await toldOfResult(here, work.isTold)
  work.isTold ||= work.lacking !== undefined
  return work.lacking === undefined
}

async function prepareNext(here: RunContext, work: Work, { task_completed }: Thought): Promise<void> {
  const advice = await reflect(here, work.settings.reflection)
  const why = work.lacking ?? (work.hasResults ? prompts.checksFail(work.checks) : prompts.NOTHING)
  const overruled = task_completed ? [why] : []
  work.lacking = undefined
  work.notes = [...overruled, ...(advice ? [advice.guidance] : [])]
}

function outOfRounds({ environment: { language } }: RunContext, rounds: number, checks: CheckReport): Conclusion {
  if (checks.status === "failed") return { kind: "failed", reason: stillFailing(language, checks) }
  return { kind: "incomplete", limit: "rounds", reason: say(language, "rounds.used_up", rounds) }
}
