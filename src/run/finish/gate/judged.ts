import type { RunParts } from "../../core/run-parts.ts"
import type { CheckReport } from "../../verification/check-report.ts"
import { type Judgement, judgeChecks } from "../../verification/judgement.ts"
import { demandsOf } from "../../verification/must-become-green.ts"

/** What the report of the checks means for the end of this run. `withdrawn`: what the model no longer says that must pass. */
export function judged(parts: RunParts, report: CheckReport, withdrawn: readonly string[] = []): Judgement {
  const { request, mustPass } = demandsOf(parts)
  const demands = { request, mustPass: mustPass.filter((name) => !withdrawn.includes(name)) }
  return judgeChecks(report, { ...demands, language: parts.environment.language })
}
