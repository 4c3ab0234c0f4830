import type { RunParts } from "../../core/run-parts.ts"
import type { CheckReport } from "../../verification/check-report.ts"
import { type Judgement, judgeChecks } from "../../verification/judgement.ts"
import { demandsOf } from "../../verification/must-become-green.ts"

/** What the report of the checks means for the end of this run. */
export function judged(parts: RunParts, report: CheckReport): Judgement {
  return judgeChecks(report, { ...demandsOf(parts), language: parts.environment.language })
}
