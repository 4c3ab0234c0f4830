import type { RunResult } from "../../protocol/log/run.ts"
import { factsOf } from "../../view/facts-of.ts"
import { ledgerOf } from "../../view/ledger.ts"
import type { RunView } from "../../view/run-view.ts"
import { undoneOf } from "../../view/undone.ts"
import type { RunParts } from "../core/run-parts.ts"
import { filesOf, languageIn } from "../finish/summary/of-view.ts"
import { countsOf, isPlainAnswer } from "../finish/summary/report.ts"
import { reasonText } from "../finish/summary/requirement-lines.ts"
import { waitingReport } from "../finish/summary/waiting-report.ts"

/** The result as the log has it; the same for a live run and for one that is looked up later. */
export function resultOf(parts: RunParts): RunResult {
  const { now, lease } = { now: parts.journal.now(), lease: parts.journal.lease }
  return runResult(parts.runId, parts.tally.view, parts.tally.activeMs(now, lease))
}

export function runResult(runId: string, view: RunView, activeMs: number): RunResult {
  const counts = countsOf(view)
  const outcome = view.outcome?.status ?? (view.state === "WAITING" ? "waiting" : "running")
  const { usage } = view
  const waits = view.outcome ? "" : waitingReport(view, view.questions)
  return {
    run_id: runId,
    success: outcome === "done",
    outcome,
    reason: view.outcome && "reason" in view.outcome ? view.outcome.reason : "",
    ...wayOn(view.outcome),
    ...asMuchAgain(view),
    language: languageIn(view),
    message: view.outcome ? view.message : waits,
    summary: view.outcome ? (view.summary?.text ?? "") : waits,
    facts: view.outcome ? factsOf(view) : "",
    plain: isPlainAnswer(view),
    summary_layer: view.summary?.layer ?? "composed",
    ...(view.summary?.answer === undefined ? {} : { answer: view.summary.answer }),
    phases_completed: counts.phases,
    total_tasks: counts.tasks,
    total_rounds: counts.rounds,
    highlights: view.summary?.highlights ?? [],
    need_clarification: view.questions.some((question) => question.kind === "clarification"),
    questions: view.questions,
    checks: view.checks.map(({ name, status, failing }) => ({ name, status, passed: status === "passed", failing })),
    requirements: requirementsIn(view),
    verified: view.outcome?.status === "done" && view.outcome.verified,
    ...undoneIn(view),
    ...deliveredIn(view),
    files: filesOf(view),
    usage: {
      prompt: usage.prompt,
      completion: usage.completion,
      cached: usage.cached,
      calls: usage.calls,
      cost: usage.cost,
    },
    figures: {
      cache_share: share(usage.cached, usage.prompt),
      prefix_share: share(usage.repeated, usage.prompt),
      deviation: share(view.violations, view.tasks.length),
      alarms: view.alarms,
      compression: view.compression,
      saved: view.saved,
    },
    limits: limitsOf(view, activeMs),
  }
}

function requirementsIn(view: RunView): NonNullable<RunResult["requirements"]> {
  const language = languageIn(view)
  return ledgerOf(view).map(({ number, text, status, tasks, open, reason }) => ({
    number,
    text,
    status,
    tasks,
    why: reason === undefined ? open.map((one) => reasonText(language, one)) : [reason],
  }))
}

function deliveredIn({ delivered, epoch }: RunView): Pick<RunResult, "delivered"> {
  if (delivered?.epoch !== epoch) return {}
  const { branch, commit, reason } = delivered
  return { delivered: { branch, commit, reason } }
}

function undoneIn(view: RunView): Pick<RunResult, "undone"> {
  const undone = view.outcome && undoneOf(view)
  return undone ? { undone } : {}
}

/** What has to change before it can go on. */
function wayOn(outcome: RunView["outcome"]): Pick<RunResult, "limit" | "missing" | "refused" | "blocked_at"> {
  if (outcome?.status === "incomplete") {
    const { limit, missing, refused } = outcome
    return { limit, ...(missing ? { missing } : {}), ...(refused ? { refused } : {}) }
  }
  return outcome?.status === "blocked" && outcome.key !== undefined ? { blocked_at: outcome.key } : {}
}

/** A limit of the run's own is not the end of the work, where somebody wants to go on. */
function asMuchAgain({ outcome, limits, environment }: RunView): Pick<RunResult, "resume_with"> {
  const reached = outcome?.status === "incomplete" ? limits.at(-1) : undefined
  if (!reached || outcome?.status !== "incomplete" || reached.limit !== outcome.limit) return {}
  if (!(reached.limit in (environment?.limits ?? {}))) return {}
  return { resume_with: { limits: { [reached.limit]: 2 * reached.allowed } } }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function limitsOf(view: RunView, activeMs: number): RunResult["limits"] {
  const limits = view.environment?.limits
  return {
    estimate: view.estimate?.expected ?? null,
    worst: view.estimate?.worst ?? null,
    used: {
      iterations: view.iterations,
      model_calls: view.usage.calls,
      time_ms: activeMs,
      prompt_tokens: view.usage.prompt,
      completion_tokens: view.usage.completion,
      ...(view.usage.cost === null ? {} : { cost: view.usage.cost }),
    },
    allowed: {
      iterations: limits?.max_iterations ?? null,
      model_calls: limits?.max_model_calls ?? null,
      time_ms: limits?.max_time_ms ?? null,
      prompt_tokens: limits?.max_prompt_tokens ?? null,
      completion_tokens: limits?.max_completion_tokens ?? null,
      cost: limits?.max_cost ?? null,
    },
  }
}
