import type { JudgeVerdict } from "../../protocol/control.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"

/** What follows from a verdict once the engine's own record has had its say. */
export type VerdictRuling = {
  readonly next: "completed" | "unproven" | "end_phase" | "continue_phase" | "retry_failed" | "replan"
  /** The verdict with the engine's corrections in it. */
  readonly verdict: JudgeVerdict
  readonly corrections: readonly string[]
}

export type JudgedWork = {
  /** This round's outcomes. */
  readonly outcomes: readonly TaskOutcome[]
  /** Ids of all tasks of the phase so far that succeeded, or whose outcome only the judge can tell. */
  readonly proving: ReadonlySet<number>
  /** The checks that fail now: they outrank the judge. */
  readonly failingChecks: readonly string[]
}

/** The engine's record of failures wins over the judge's claim, and the checks over both: a failed task can't be judged done, and proof must exist. */
export function rule(claimed: JudgeVerdict, { outcomes, proving, failingChecks }: JudgedWork): VerdictRuling {
  const failed = outcomes
    .filter((outcome) => outcome.status !== "done" && outcome.status !== "unknown")
    .map(({ id }) => id)
  const isFailed = new Set(failed)
  const evidence = claimed.evidence.filter((id) => proving.has(id))
  const verdict: JudgeVerdict = {
    ...claimed,
    task_evaluation: claimed.task_evaluation.map((item) =>
      isFailed.has(item.task_id) && item.status === "done" ? { ...item, status: "failed" } : item,
    ),
    completed_tasks: claimed.completed_tasks.filter((id) => !isFailed.has(id)),
    failed_tasks: [...new Set([...claimed.failed_tasks, ...failed])].sort((a, b) => a - b),
    evidence,
  }
  const corrections = correctionsOf(claimed, isFailed, evidence)
  return overruled({ next: nextOf(verdict), verdict, corrections }, failingChecks)
}

/** A phase is not complete while a check fails, whatever the judge says. */
export function overruled(ruling: VerdictRuling, failingChecks: readonly string[]): VerdictRuling {
  if (ruling.next !== "completed" || failingChecks.length === 0) return ruling
  const correction = `the phase was called complete, but these checks fail: ${failingChecks.join(", ")}`
  return { ...ruling, next: "continue_phase", corrections: [...ruling.corrections, correction] }
}

function nextOf(verdict: JudgeVerdict): VerdictRuling["next"] {
  if (verdict.phase_completed) return verdict.evidence.length > 0 ? "completed" : "unproven"
  return verdict.next_action
}

function correctionsOf(claimed: JudgeVerdict, failed: ReadonlySet<number>, evidence: readonly number[]): string[] {
  const wrong = claimed.completed_tasks.filter((id) => failed.has(id))
  const void_ = claimed.evidence.filter((id) => !evidence.includes(id))
  return [
    ...(wrong.length > 0 ? [`task ${wrong.join(", ")} was judged done but had failed`] : []),
    ...(void_.length > 0 ? [`task ${void_.join(", ")} proves nothing: it did not succeed or does not exist`] : []),
    ...(claimed.phase_completed && evidence.length === 0 ? ["the phase was called complete without evidence"] : []),
  ]
}
