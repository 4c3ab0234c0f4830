import type { JudgeVerdict, PlannedTask } from "../../protocol/log/control.ts"
import { isExitCode } from "../../run/reflection/normalise.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { type CheckReport, NO_REPORT } from "../../run/verification/check-report.ts"
import * as prompts from "./prompts.ts"
import type { VerdictRuling } from "./verdict.ts"

/** What one round hands to the next. */
export type Memory = {
  /** How many tasks the phase has had; the next one gets the number after it. */
  tasks: number
  readonly proving: Set<number>
  /** Of the tasks that write or run something: how many were planned, and which succeeded. */
  deeds: number
  readonly done: Set<number>
  readonly attempts: Map<number, number>
  /** What the checks said last; they are asked after a round that changed something. */
  checks: CheckReport
  retry: PlannedTask[]
  notes: string[]
  /** Whether the model was told that the work lacks its result; once is enough. */
  isTold: boolean
}

/** A phase before its first round. */
export function newMemory(): Memory {
  return {
    tasks: 0,
    proving: new Set(),
    deeds: 0,
    done: new Set(),
    attempts: new Map(),
    checks: NO_REPORT,
    retry: [],
    notes: [],
    isTold: false,
  }
}

/** Takes in what a round's tasks and checks came to. */
export function remember(memory: Memory, { outcomes, checks }: Executed): void {
  if (checks.status !== "none" || checks.isPartial) memory.checks = checks
  // What failed in an earlier round is asked again before the phase is accepted: somebody else may have mended it.
  else if (memory.checks.status === "failed") memory.checks = { ...NO_REPORT, isPartial: true }
  for (const { id, number = id, status } of outcomes) {
    if (status !== "skipped") memory.attempts.set(id, (memory.attempts.get(id) ?? 0) + 1)
    if (status === "done" || status === "unknown") memory.proving.add(number)
    else memory.proving.delete(number)
  }
}

/**
 * Of the tasks that write or run something: what was planned, and what succeeded. A command that ended by its own exit code has told
 * what it was run for; it is no failed deed, as a failed write is. What was refused can't succeed: the phase is not held to it.
 */
export function rememberDeeds(
  here: RunContext,
  memory: Memory,
  tasks: readonly PlannedTask[],
  { outcomes }: Executed,
): void {
  const access = new Map(here.tools.map((tool) => [tool.name, tool.access]))
  const refused = new Set(outcomes.filter(({ status }) => status === "refused").map(({ id }) => id))
  const tried = tasks.filter(({ id }) => !refused.has(id))
  const deeds = new Map(tried.map(({ id, tool }) => [id, access.get(tool) ?? "read"]))
  memory.deeds += [...deeds.values()].filter((kind) => kind !== "read").length
  for (const { id, status, text } of outcomes) {
    const hasTold = deeds.get(id) === "execute" && isExitCode(text)
    if (deeds.get(id) !== "read" && (status === "done" || status === "unknown" || hasTold)) memory.done.add(id)
  }
}

/** A round's tasks and what they came to; the judge knows them by their numbers in the run. */
type RoundWork = Pick<Executed, "outcomes"> & { readonly tasks: readonly PlannedTask[] }

/** `retry_failed` runs the failed tasks again, amended where the judge says how, as long as they have attempts left. */
export function prepareNext(
  here: RunContext,
  memory: Memory,
  ruling: VerdictRuling,
  { tasks, outcomes }: RoundWork,
): void {
  const { verdict, next } = ruling
  const numbers = new Map(outcomes.map(({ id, number = id }) => [id, number]))
  const isFailed = ({ id }: PlannedTask) => verdict.failed_tasks.includes(numbers.get(id) ?? id)
  const wanted = next === "retry_failed" ? tasks.filter(isFailed) : []
  const most = here.environment.limits.attempts_per_task
  const retry = withoutStranded(
    wanted,
    wanted.filter((task) => (memory.attempts.get(task.id) ?? 0) < most),
  )
  memory.retry = retry.map((task) => amended(task, numbers.get(task.id) ?? task.id, verdict))
  memory.notes = notesFor(ruling, wanted.length > 0 && retry.length === 0, memory.checks)
}

/** A task whose need failed and is not tried again can't be tried again either; nor can what needs that task. */
function withoutStranded(wanted: readonly PlannedTask[], retry: readonly PlannedTask[]): readonly PlannedTask[] {
  const given = new Set(wanted.filter((task) => !retry.includes(task)).map((task) => task.id))
  const kept = retry.filter((task) => !task.depends_on.some((id) => given.has(id)))
  return kept.length === retry.length ? retry : withoutStranded(wanted, kept)
}

function amended(task: PlannedTask, number: number, verdict: JudgeVerdict): PlannedTask {
  const better = verdict.amended_tasks.find((candidate) => candidate.task_id === number)
  return better ? { ...task, arguments: better.arguments } : task
}

function notesFor({ next, verdict }: VerdictRuling, isExhausted: boolean, checks: CheckReport): string[] {
  if (next === "continue_phase" && verdict.phase_completed)
    return [checks.status === "failed" ? prompts.checksFail(checks) : prompts.NOTES.unproven]
  if (next === "replan") return [prompts.NOTES.replan]
  return isExhausted ? [prompts.NOTES.exhausted] : []
}
