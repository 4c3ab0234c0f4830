import { FolderTooLarge } from "../../checkouts/folder-too-large.ts"
import { ReplayMismatchError } from "../../journal/journal.ts"
import { LeaseLostError, StoreUnusableError } from "../../journal/store-error.ts"
import { RehearsalMismatchError } from "../../model/rehearsal/rehearsal-mismatch.ts"
import { ModelError } from "../../model/seam/model-error.ts"
import { endPlace, factKey } from "../../protocol/log/key.ts"
import type { Outcome } from "../../protocol/log/outcome.ts"
import { endState } from "../../protocol/log/outcome.ts"
import { messageOf } from "../../text/message-of.ts"
import { say } from "../../text/words/words.ts"
import { allGone } from "../../view/apply/apply-event.ts"
import type { RunView } from "../../view/run-view.ts"
import type { Conclusion } from "../conclusion.ts"
import { missingResult } from "../constraints/generation.ts"
import { PlaceLog } from "../core/place-log.ts"
import type { RunParts } from "../core/run-parts.ts"
import { BudgetExceeded, ControlFailed, RunCancelled, RunDetached, WorkspaceGone } from "../core/stops.ts"
import type { RunContext } from "../run-context.ts"
import { type CheckReport, type CheckResult, failingNames } from "../verification/check-report.ts"
import { outcomeAtLimit } from "./at-limit.ts"
import { closeRun } from "./gate/gate.ts"
import { judged } from "./gate/judged.ts"
import { doneAs, outcomeOf, outcomeOfGate } from "./outcome.ts"
import { messageOf as endMessageOf } from "./summary/end-facts.ts"
import { finalAnswer, withoutAnswer } from "./summary/final-answer.ts"
import { limitReason } from "./summary/limit-reason.ts"
import { languageIn } from "./summary/of-view.ts"
import { inItsOwnWords } from "./summary/own-words.ts"
import { answersStill, corrections, type MayAsk, orNothing, type Summary, summarise } from "./summary/summary.ts"

/** How a run stopped, and whether the model can still be asked to sum it up. */
export type Stop = {
  readonly outcome: Outcome
  readonly mayAskModel: MayAsk
  readonly budget?: BudgetExceeded
  /** The model's last word, where it can stand as the summary. */
  readonly word?: Summary | undefined
  /** With the workspace went every file that the run had changed. */
  readonly isWorkspaceGone?: true
}

/** Endpoints quote what they were sent, keys among it. */
function redacted({ secrets }: RunParts, stop: Stop): Stop {
  const { outcome } = stop
  return outcome.status === "done" ? stop : { ...stop, outcome: { ...outcome, reason: secrets.redact(outcome.reason) } }
}

/** A strategy's own end goes through the gate, where it said how; else its word counts as far as the project's checks bear it out. */
export async function ended(parts: RunParts, run: RunContext, conclusion: Conclusion): Promise<Stop> {
  const { closer } = run
  const isFinal = conclusion.kind === "failed" && conclusion.isFinal
  if (!closer || isFinal || parts.environment.literal) {
    const outcome = conclusion.kind === "done" ? await doneOutcome(parts, run) : outcomeOf(conclusion)
    // A model that has fallen silent gets one chance to write, and no form to fill in.
    return { outcome, mayAskModel: isFinal ? "plainly" : true }
  }
  if (!(await parts.workspace.isThere())) throw new WorkspaceGone(parts.workspace.root)
  const closing = await closeRun(parts, run, closer)
  return { outcome: outcomeOfGate(run, conclusion, closing), mayAskModel: true, word: closing.word }
}

async function doneOutcome(parts: RunParts, run: RunContext): Promise<Outcome> {
  if (!(await parts.workspace.isThere())) throw new WorkspaceGone(parts.workspace.root)
  const missing = missingResult(run)
  if (missing.length > 0) {
    const reason = say(languageIn(parts.tally.view), "result.missing", missing.join(", "))
    return { status: "incomplete", limit: "result", reason }
  }
  const report = await run.at(endPlace(run.epoch)).verify("end")
  return parts.environment.literal ? byChecksAlone(parts, report) : byJudgement(parts, report)
}

/** By the seeds' own rules: what is red is red. */
function byChecksAlone({ tally }: RunParts, report: CheckReport): Outcome {
  if (report.status === "failed") {
    const reason = say(languageIn(tally.view), "checks.fail", failingNames(report).join(", "))
    return { status: "failed", reason }
  }
  return { status: "done", verified: report.status === "passed" && report.results.every(isPassed) }
}

function byJudgement(parts: RunParts, report: CheckReport): Outcome {
  const { counting, unknown, verified, proof, except, notes } = judged(parts, report)
  if (counting.length > 0) {
    const reason = say(languageIn(parts.tally.view), "checks.fail", counting.map(({ check }) => check).join(", "))
    return { status: "failed", reason }
  }
  return doneAs({ verified: verified && unknown.length === 0, proof, except: [...except], notes: [...notes] })
}

function isPassed({ status }: CheckResult): boolean {
  return status === "passed"
}

/** Throws what is not for this process to end the run by. */
export function stopBy(parts: RunParts, error: unknown): Stop {
  return redacted(parts, stopFor(parts, error))
}

function stopFor(parts: RunParts, error: unknown): Stop {
  if (error instanceof LeaseLostError || error instanceof StoreUnusableError || error instanceof RunDetached)
    throw error
  const inWords = (word: "model.failed" | "internal.error") => say(languageIn(parts.tally.view), word, messageOf(error))
  if (error instanceof BudgetExceeded) {
    const { limit, used, allowed } = reachedBefore(parts) ?? error
    const reason = limitReason(languageIn(parts.tally.view), limit, used, allowed)
    return { outcome: { status: "incomplete", limit, reason }, mayAskModel: true, budget: error }
  }
  if (error instanceof RunCancelled)
    return { outcome: { status: "cancelled", reason: error.message }, mayAskModel: false }
  if (error instanceof ReplayMismatchError)
    return { outcome: { status: "blocked", reason: error.message, key: error.key }, mayAskModel: false }
  if (error instanceof WorkspaceGone) {
    const reason = say(languageIn(parts.tally.view), "workspace.gone", error.folder)
    return { outcome: { status: "failed", reason }, mayAskModel: true, isWorkspaceGone: true }
  }
  if (error instanceof FolderTooLarge)
    return { outcome: { status: "failed", reason: error.message }, mayAskModel: true }
  if (error instanceof ControlFailed) return { outcome: { status: "failed", reason: error.message }, mayAskModel: true }
  if (error instanceof ModelError)
    return { outcome: { status: "failed", reason: inWords("model.failed") }, mayAskModel: answersStill(error) }
  if (error instanceof RehearsalMismatchError)
    return { outcome: { status: "failed", reason: error.message }, mayAskModel: false }
  // A fault of our own or of an embedded strategy: it still ends with a report, and `--debug` shows where it came from.
  parts.onFault?.(error)
  return { outcome: { status: "failed", reason: inWords("internal.error") }, mayAskModel: false }
}

/** What an end that was interrupted had recorded: by now its own calls are spent, too. */
function reachedBefore({ journal, tally }: RunParts) {
  return new PlaceLog({ journal, tally }, "").fact(endPlace(tally.view.epoch), "limit.reached")
}

function viewAt({ tally: { view } }: RunParts, { isWorkspaceGone }: Stop): RunView {
  if (!isWorkspaceGone) return view
  return { ...view, changes: allGone(view.changes) }
}

export async function end(parts: RunParts, run: RunContext, stop: Stop): Promise<void> {
  const path = endPlace(run.epoch)
  if (stop.budget) {
    const { limit, used, allowed } = stop.budget
    if (!parts.journal.find(factKey(path, "limit.reached"))) {
      await parts.journal.record(factKey(path, "limit.reached"), { type: "limit.reached", limit, used, allowed })
    }
  }
  const summary = stop.word ?? (await summarise(parts, run, stop.outcome, stop.mayAskModel))
  const { layer, highlights, quality } = summary
  const text = inItsOwnWords(summary.text.trim(), languageIn(parts.tally.view))
  const answer = stop.mayAskModel === true ? await orNothing(parts, () => finalAnswer(parts, run, text)) : undefined
  const reached = stop.budget ? outcomeAtLimit(parts, run, stop.outcome, summary) : stop.outcome
  const outcome = answer === undefined && stop.mayAskModel !== false ? withoutAnswer(parts, reached) : reached
  const message = endMessageOf(viewAt(parts, stop), outcome, text)
  await parts.journal.write([
    {
      key: factKey(path, "summary.made"),
      record: {
        kind: "event",
        event: {
          type: "summary.made",
          layer,
          text,
          highlights: [...highlights],
          ...(quality === undefined ? {} : { quality }),
          corrections: corrections(parts, summary),
          ...(answer === undefined ? {} : { answer }),
        },
      },
    },
    {
      key: factKey(path, "run.ended"),
      record: {
        kind: "event",
        event: {
          type: "run.ended",
          outcome,
          message,
          ...(stop.isWorkspaceGone ? { workspace_gone: true as const } : {}),
        },
      },
    },
    {
      key: factKey(path, "state.changed"),
      record: { kind: "event", event: { type: "state.changed", state: endState(outcome.status) } },
    },
  ])
}
