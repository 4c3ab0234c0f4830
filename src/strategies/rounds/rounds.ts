import type { PlannedTask, Thought } from "../../protocol/control.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { noteRound } from "../../run/context/round-note.ts"
import { toldOfResult } from "../../run/ending/result-due.ts"
import { PLAN_TASKS } from "../../run/plans/plan.ts"
import { reflect } from "../../run/reflection/reflect.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Strategy } from "../../run/strategy.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { type CheckReport, stillFailing } from "../../run/verification/check-report.ts"
import { say } from "../../text/words.ts"
import { think } from "./controls.ts"
import { plan } from "./planning.ts"
import * as prompts from "./prompts.ts"
import { RoundsSettings } from "./settings.ts"
import { thinkAbout } from "./thinking.ts"
import { startWork, type Work } from "./work.ts"

export { RoundsSettings }

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
  plans: true,
  controls: [PLAN_TASKS, think.name],

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

async function runRound(run: RunContext, work: Work, round: number): Promise<boolean> {
  const stage = { kind: "round", name: `round-${round}`, title: `Round ${round}`, iterations: 3 } as const
  const { value } = await run.stage(stage, async (here) => {
    const tasks = await plan(run, here, work, round)
    const { round_timeout_ms } = run.environment.limits
    const executed = await here.execute(tasks, {
      stopOnFailure: true,
      timeLimitMs: round_timeout_ms,
      verify: true,
      showIn: work.conversation,
    })
    remember(here, work, tasks, executed)
    const thought = await thinkAbout(here, work, executed, round)
    const isDone = await isFulfilled(here, work, thought)
    if (!isDone && round < work.most) await prepareNext(here, work, thought)
    return { status: isDone ? "done" : "continued", summary: thought.user_summary, value: isDone }
  })
  return value
}

function remember(here: RunContext, work: Work, tasks: readonly PlannedTask[], executed: Executed): void {
  const { outcomes, checks } = executed
  work.conversation.openRound(noteRound(here.path, tasks, outcomes))
  work.hasResults ||= outcomes.some(({ status }) => status === "done" || status === "unknown")
  if (checks.status !== "none" || checks.isPartial) work.checks = checks
  // What failed in an earlier round is asked again before the work is accepted: somebody else may have mended it.
  else if (work.checks.status === "failed") work.checks = { ...work.checks, isPartial: true }
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
