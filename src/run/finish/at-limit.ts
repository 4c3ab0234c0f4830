import type { LogEntry } from "../../journal/run-store.ts"
import { idIn } from "../../protocol/log/key.ts"
import type { Outcome } from "../../protocol/log/outcome.ts"
import { say } from "../../text/words/words.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { RunContext } from "../run-context.ts"
import { type CheckReport, isReport } from "../verification/check-report.ts"
import type { Judgement } from "../verification/judgement.ts"
import { findingsAt } from "./gate/findings.ts"
import { judged } from "./gate/judged.ts"
import { sortMissing, wantedWork } from "./gate/missing.ts"
import { hasChanged } from "./gate/wanted-change.ts"
import { doneAs } from "./outcome.ts"
import type { Summary } from "./summary/summary.ts"

/**
 * How a run ends that a hard limit stopped: there is no time for the gate. It is incomplete unless nothing is open, the closing answer says so
 * too, and the checks of this very state are known: then they decide.
 */
export function outcomeAtLimit(parts: RunParts, run: RunContext, outcome: Outcome, summary: Summary): Outcome {
  if (outcome.status !== "incomplete" || parts.environment.literal) return outcome
  const { missing, refused } = openAt(parts, run, summary)
  const judgement = judgementNow(parts)
  const isKnown = judgement !== undefined && judgement.unknown.length === 0
  if (missing.length + refused.length === 0 && summary.missing !== undefined && isKnown) {
    const { counting } = judgement
    if (counting.length === 0)
      return doneAs({ ...judgement, except: [...judgement.except], notes: [...judgement.notes] })
    const names = counting.map(({ check }) => check).join(", ")
    return { status: "failed", reason: say(parts.environment.language, "checks.fail", names) }
  }
  return {
    ...outcome,
    ...(missing.length > 0 ? { missing: [...missing] } : {}),
    ...(refused.length > 0 ? { refused: [...refused] } : {}),
  }
}

function openAt(parts: RunParts, run: RunContext, summary: Summary) {
  const sorted = sortMissing(summary.missing ?? [], wantedWork(parts))
  const word = { ...summary, missing: summary.missing }
  const grounds = { judgement: NOTHING, word, sorted, view: parts.tally.view }
  return { missing: findingsAt(parts, run, grounds).map(({ said }) => said), refused: sorted.refused }
}

const NOTHING: Judgement = { counting: [], unknown: [], verified: false, proof: "", except: [], notes: [] }

/** What the checks said of the present state; `undefined` where they have not seen it. */
function judgementNow(parts: RunParts): Judgement | undefined {
  if (!hasChanged(parts)) return NOTHING
  const report = reportSinceLastChange(parts.journal.entries)
  return !report || report.isPartial || report.results.length === 0 ? undefined : judged(parts, report)
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
