import type { LogEntry } from "../../journal/run-store.ts"
import { idIn } from "../../protocol/key.ts"
import type { Outcome } from "../../protocol/outcome.ts"
import type { Summary } from "../ending/summary.ts"
import type { RunParts } from "../ground/run-parts.ts"
import type { RunContext } from "../run-context.ts"
import { type CheckReport, isReport } from "../verification/check-report.ts"
import { judgementOf, redChecks } from "./closing-checks.ts"
import { hasChanged } from "./objections.ts"
import { openAt } from "./ruling.ts"

/**
 * How a run ends that a hard limit stopped: there is no time for the gate, but what stands may be all of it. It is done only if the
 * summary's word names nothing missing and the checks, as they were after the last change, bear it out.
 */
export function outcomeAtLimit(parts: RunParts, run: RunContext, outcome: Outcome, summary: Summary): Outcome {
  const { missing: said } = summary
  if (outcome.status !== "incomplete" || said === undefined || parts.environment.literal) return outcome
  const { missing, refused } = openAt(parts, run, { ...summary, missing: said })
  const checks = checksNow(parts, run)
  if (missing.length + refused.length === 0 && checks !== "open")
    return { status: "done", verified: checks === "verified" }
  return {
    ...outcome,
    ...(missing.length > 0 ? { missing: [...missing] } : {}),
    ...(refused.length > 0 ? { refused: [...refused] } : {}),
  }
}

/** `open`: something was changed that no check has called good since. */
function checksNow(parts: RunParts, run: RunContext): "verified" | "unneeded" | "open" {
  if (!hasChanged(parts)) return "unneeded"
  const report = reportSinceLastChange(parts.journal.entries)
  if (report?.status !== "passed" || report.isPartial) return "open"
  const judgement = judgementOf(parts, run, report)
  if (redChecks(judgement).length > 0) return "open"
  return judgement.verified ? "verified" : "unneeded"
}

function reportSinceLastChange(entries: readonly LogEntry[]): CheckReport | undefined {
  const changed = entries.findLastIndex(({ key, record }) => {
    if (record.kind !== "event" || idIn(key, "verify") !== undefined) return false
    const { event } = record
    return (event.type === "task.ended" || event.type === "checkpoint.made") && event.changes.length > 0
  })
  const reports = entries.slice(changed + 1).flatMap(({ key, record }) => {
    const isVerify = record.kind === "step" && idIn(key, "verify") !== undefined && isReport(record.value)
    return isVerify ? [record.value as CheckReport] : []
  })
  return reports.at(-1)
}
