import type { RunParts } from "../ground/run-parts.ts"
import type { RunContext } from "../run-context.ts"
import { recordedBaseline } from "../verification/baseline.ts"
import { checkMode } from "../verification/check-mode.ts"
import { type CheckReport, NO_REPORT } from "../verification/check-report.ts"
import { isRed, type Judgement, judgeChecks } from "../verification/judge-checks.ts"

/**
 * What the checks say here, after any deed that had a baseline: what was to be mended may be as red as before. A look of before that had
 * nothing to check has nothing to check now: what was changed came later.
 */
export function reportAt(here: RunContext): Promise<CheckReport> | CheckReport {
  const hadNone = here.log.fact("gate", "gate.ruled") !== undefined && !here.log.has("verify-end")
  if (hadNone) return NO_REPORT
  return here.verify("end", { always: recordedBaseline(here.log.entries) !== undefined })
}

/** What the checks mean for the end, by what they said before the run. */
export function judgementOf(
  parts: RunParts,
  run: RunContext,
  report: CheckReport,
  baseline = recordedBaseline(run.log.entries),
): Judgement {
  const { request, tally } = parts
  return judgeChecks(report, baseline, {
    mode: checkMode({ request, baseline }),
    request,
    scope: tally.view.constraints?.write_scope ?? run.environment.scope,
    changedFiles: tally.view.changes.map(({ path }) => path),
  })
}

export function redChecks({ checks }: Judgement): string[] {
  return checks.filter(isRed).map(({ name }) => name)
}

/** Whether the checks decide before anybody is asked. That nothing had to change was said before they were looked at. */
export function isRedAtOnce(here: RunContext, judgement: Judgement): boolean {
  if (here.log.has("unchanged/verify-end")) return false
  return (here.log.fact("gate", "gate.ruled")?.checks ?? redChecks(judgement)).length > 0
}
