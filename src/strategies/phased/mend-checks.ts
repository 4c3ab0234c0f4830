import type { Phase } from "../../protocol/log/control.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import type { RunContext } from "../../run/run-context.ts"
import { type CheckReport, stillFailing } from "../../run/verification/check-report.ts"
import { checkClaim } from "../../run/verification/claim.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { say } from "../../text/words/words.ts"
import { type PhasedRun, type PhaseEnd, runPhase } from "./phases.ts"

/**
 * All phases are done: every check runs once more. One that fails now, because phases side by side met or because checks
 * were left for the end, gets a phase of its own, as often as a plan may be made anew.
 */
export async function mendChecks(
  run: RunContext,
  phased: PhasedRun,
  ends: ReadonlyMap<number, PhaseEnd>,
): Promise<Conclusion> {
  const { language } = run.environment
  for (let attempt = 1; ; attempt++) {
    const { here, report, mayMend } = await checkClaim(run, attempt)
    if (report.status !== "failed") return { kind: "done" }
    const reason = stillFailing(language, report)
    if (!mayMend) return { kind: "failed", reason }
    await here.recover()
    const phase = mendingPhase(phased, say(language, "checks.mend_phase", attempt), attempt, report)
    const plan = { ...phased.plan, phases: [...phased.plan.phases, phase] }
    const end = await runPhase(run, { ...phased, plan }, phase, ends)
    if (end.status !== "done") return { kind: "failed", reason: `${reason}; ${end.reason}` }
  }
}

function mendingPhase({ plan }: PhasedRun, name: string, attempt: number, report: CheckReport): Phase {
  const last = Math.max(...plan.phases.map(({ id }) => id))
  return {
    id: last + attempt,
    name,
    goal: `Make the failing checks pass.\n${checksText(report)}\n`,
    estimated_rounds: 1,
    dependencies: plan.phases.map(({ id }) => id),
  }
}
