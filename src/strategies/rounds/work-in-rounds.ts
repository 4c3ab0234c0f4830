import type { Conclusion } from "../../run/conclusion.ts"
import { isRoundDue } from "../../run/extension/round-due.ts"
import { hasClosed } from "../../run/finish/gate/place.ts"
import type { RunContext } from "../../run/run-context.ts"
import { type CheckReport, stillFailing } from "../../run/verification/check-report.ts"
import { say } from "../../text/words/words.ts"
import { roundsCloser } from "./close.ts"
import type { RoundsControls } from "./controls.ts"
import { runRound } from "./round.ts"
import type { RoundsSettings } from "./settings.ts"
import { startWork } from "./work.ts"

/**
 *   ┌▶ plan ─▶ execute (stops at the first failure, or when the round's time is up) ─▶ think ─┐
 *   └──────────── not completed, rounds left or something new in the last one ────────────────┘
 *        │ completed, no rounds left, or warned in vain
 *        ▼
 *   the closing gate; the last think's summary is the answer
 *
 * By a list of controls that the run has begun with, or by its own.
 */
export async function workInRounds(
  run: RunContext,
  settings: RoundsSettings,
  controls?: RoundsControls,
): Promise<Conclusion> {
  const work = startWork(run, settings, controls)
  run.summariseWith(async () =>
    work.summary === "" ? undefined : { layer: "closing", text: work.summary, highlights: [] },
  )
  run.closeWith(roundsCloser(work))
  await run.enter("EXECUTING")
  for (let round = 1; ; round++) {
    const { isDone, most, stuck } = await runRound(run, work, { round, most: work.most })
    if (isDone) return { kind: "done" }
    if (stuck !== undefined) return { kind: "incomplete", limit: "news", reason: stuck }
    work.most = most
    if (!isRoundDue(run, { round: round + 1, most }, hasClosed(run))) return outOfRounds(run, round, work.checks)
  }
}

function outOfRounds({ environment: { language } }: RunContext, rounds: number, checks: CheckReport): Conclusion {
  if (checks.status === "failed") return { kind: "failed", reason: stillFailing(language, checks) }
  return { kind: "incomplete", limit: "rounds", reason: say(language, "rounds.used_up", rounds) }
}
