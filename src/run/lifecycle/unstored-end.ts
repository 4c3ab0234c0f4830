import { loggedEvent } from "../../journal/journal.ts"
import type { StoreUnusableError } from "../../journal/store-error.ts"
import { endPlace, factKey } from "../../protocol/log/key.ts"
import { endState, type Outcome } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { say } from "../../text/words/words.ts"
import { foldRun, type RunView } from "../../view/run-view.ts"
import type { RunParts } from "../core/run-parts.ts"
import { RunCancelled } from "../core/stops.ts"
import { messageOf } from "../finish/summary/end-facts.ts"
import { languageIn } from "../finish/summary/of-view.ts"
import { composedReport } from "../finish/summary/report.ts"
import { runResult } from "./result.ts"

/**
 * The end of a run whose store failed for good. Nothing can be written any more, so it is told from memory: what the log has, what
 * should have followed, and how much of it is on disk.
 */
export function unstoredResult(parts: RunParts, error: StoreUnusableError): RunResult {
  const { journal, tally, runId } = parts
  const view = journal.unwritten.reduce((before, entry) => {
    const logged = loggedEvent(entry)
    return logged ? foldRun(before, logged) : before
  }, tally.view)
  return runResult(runId, ended(parts, view, error), tally.activeMs(journal.now(), journal.lease))
}

function ended(parts: RunParts, view: RunView, error: StoreUnusableError): RunView {
  const { journal } = parts
  const outcome = outcomeOf(parts, error)
  const kept = journal.entries.length
  const onDisk = say(languageIn(view), "store.kept", kept, kept + journal.unwritten.length, error.path)
  const text = `${composedReport(view)}\n\n${onDisk}`
  const message = messageOf(view, outcome, text)
  const events = [
    { type: "summary.made", layer: "composed", text, highlights: [], corrections: [] },
    { type: "run.ended", outcome, message },
    { type: "state.changed", state: endState(outcome.status) },
  ] as const
  return events.reduce((before: RunView, event, index) => {
    const key = factKey(endPlace(view.epoch), event.type)
    const logged = { seq: kept + journal.unwritten.length + index + 1, key, at: journal.now(), event: { ...event } }
    return foldRun(before, logged as Parameters<typeof foldRun>[1])
  }, view)
}

/** Whoever ended a run that waited for its store hears so. */
function outcomeOf({ signal, tally }: RunParts, { problem }: StoreUnusableError): Outcome {
  if (signal.reason instanceof RunCancelled) return { status: "cancelled", reason: signal.reason.message }
  return { status: "failed", reason: say(languageIn(tally.view), "store.failed", problem) }
}
