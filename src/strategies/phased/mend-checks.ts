import type { Phase } from "../../protocol/control.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import type { RunContext } from "../../run/run-context.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { type CheckReport, failingNames } from "../../run/verification/report.ts"
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
  for (let attempt = 1; ; attempt++) {
    const here = run.at(`claim-${attempt}`)
    const report = await here.verify("end")
    if (report.status !== "failed") return { kind: "done" }
    const failing = failingNames(report).join(", ")
    if (attempt > run.environment.limits.max_replans) return { kind: "failed", reason: `checks still fail: ${failing}` }
    await here.recover()
    const phase = mendingPhase(phased, attempt, report)
    const plan = { ...phased.plan, phases: [...phased.plan.phases, phase] }
    const end = await runPhase(run, { ...phased, plan }, phase, ends)
    if (end.status !== "done") return { kind: "failed", reason: `checks still fail: ${failing}; ${end.reason}` }
  }
}

function mendingPhase({ plan }: PhasedRun, attempt: number, report: CheckReport): Phase {
  const last = Math.max(...plan.phases.map(({ id }) => id))
  return {
    id: last + attempt,
    name: `Mend the checks ${attempt}`,
    goal: `Make the failing checks pass.\n${checksText(report)}\n`,
    estimated_rounds: 1,
    dependencies: plan.phases.map(({ id }) => id),
  }
}
