import type { JudgeVerdict } from "../../protocol/log/control.ts"
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
  /** Numbers of all tasks of the phase so far that succeeded, or whose outcome only the judge can tell. */
  readonly proving: ReadonlySet<number>
  /** The phase planned to write or to run something, and none of that succeeded. */
  readonly lacksDeed?: boolean
  /** What the round came to in the engine's words, for a judge that leaves it unsaid. */
  readonly inWords?: string
  /** The round had no tasks: nothing was left to do. */
  readonly isEmpty?: boolean
}

/** The engine's record of failures wins over the judge's claim: a failed task can't be judged done, and proof must exist. */
export function rule(claimed: JudgeVerdict, judged: JudgedWork): VerdictRuling {
  const failed = judged.outcomes
    .filter((outcome) => outcome.status !== "done" && outcome.status !== "unknown")
    .map(({ id, number = id }) => number)
  const isFailed = new Set(failed)
  const evidence = evidenceFor(claimed, judged)
  const verdict: JudgeVerdict = {
    ...claimed,
    task_evaluation: claimed.task_evaluation.map((item) =>
      isFailed.has(item.task_id) && item.status === "done" ? { ...item, status: "failed" } : item,
    ),
    completed_tasks: claimed.completed_tasks.filter((id) => !isFailed.has(id)),
    failed_tasks: [...new Set([...claimed.failed_tasks, ...failed])].sort((a, b) => a - b),
    evidence,
    user_summary: claimed.user_summary || (judged.inWords ?? ""),
  }
  const corrections = correctionsOf(claimed, isFailed, evidence)
  return { next: nextOf(verdict, judged), verdict, corrections }
}

/** What the judge names and the log bears out; where that is nothing, what the engine saw succeed. */
function evidenceFor({ evidence, phase_completed }: JudgeVerdict, { proving, ...judged }: JudgedWork): number[] {
  const named = evidence.filter((id) => proving.has(id))
  const isLeftToUs = named.length === 0 && phase_completed && !judged.lacksDeed
  return isLeftToUs ? [...proving].sort((a, b) => a - b) : named
}

function nextOf(verdict: JudgeVerdict, { lacksDeed, isEmpty }: JudgedWork): VerdictRuling["next"] {
  if (!verdict.phase_completed) return verdict.next_action
  if (lacksDeed) return "unproven"
  return verdict.evidence.length > 0 || isEmpty ? "completed" : "unproven"
}

function correctionsOf(claimed: JudgeVerdict, failed: ReadonlySet<number>, evidence: readonly number[]): string[] {
  const wrong = claimed.completed_tasks.filter((id) => failed.has(id))
  const void_ = claimed.evidence.filter((id) => !evidence.includes(id))
  const isOurs = claimed.phase_completed && evidence.length > 0 && !evidence.some((id) => claimed.evidence.includes(id))
  return [
    ...(isOurs ? [`the phase was called complete without evidence; task ${evidence.join(", ")} succeeded`] : []),
    ...(wrong.length > 0 ? [`task ${wrong.join(", ")} was judged done but had failed`] : []),
    ...(void_.length > 0 ? [`task ${void_.join(", ")} proves nothing: it did not succeed or does not exist`] : []),
    ...(claimed.phase_completed && evidence.length === 0 ? ["the phase was called complete without evidence"] : []),
  ]
}
