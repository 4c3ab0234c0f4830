import { isEnd } from "../../protocol/log/outcome.ts"
import { ledgerOf, type Requirement } from "../ledger.ts"
import type { CheckView, TaskView } from "../part-views.ts"
import type { RunView } from "../run-view.ts"
import type { CallView, Story } from "../story.ts"
import { undoneOf } from "../undone.ts"

/** What kept a run from a green end, the most telling first. */
export type EndEvidence =
  | { readonly kind: "check"; readonly check: CheckView }
  | { readonly kind: "attempt"; readonly call: CallView }
  | { readonly kind: "limit"; readonly limit: string; readonly used: number; readonly allowed: number }
  | { readonly kind: "requirement"; readonly requirement: Requirement }
  | { readonly kind: "task"; readonly task: TaskView }

/** What helps now. `key`: the model can't be asked with what it is given; `review`: somebody should look at the changes. */
export type NextStep =
  | { readonly kind: "resume" | "raise" | "key" | "review" }
  | { readonly kind: "fork"; readonly place: string }

export type EndReason = {
  /** `user`: somebody stopped it; `words`: the outcome says it best. Otherwise the first piece of evidence does. */
  readonly headline: "user" | "unverified" | "words" | "evidence"
  /** The outcome's own reason, in the run's language. */
  readonly words: string
  readonly evidence: readonly EndEvidence[]
  readonly next: NextStep
}

const MOST_EACH = 3

/** Why a run did not come to a verified end; `null` where it did, where it only answered, and where it has not ended. */
export function endReasonOf(view: RunView, story: Story): EndReason | null {
  const { outcome } = view
  if (!outcome || !isEnd(view.state) || undoneOf(view) === "all") return null
  const words = "reason" in outcome ? outcome.reason : ""
  switch (outcome.status) {
    case "done":
      if (outcome.verified || view.changes.length === 0) return null
      return { headline: "unverified", words, evidence: evidenceOf(redChecks(view), []), next: { kind: "review" } }
    case "cancelled":
      return { headline: "user", words, evidence: [], next: { kind: "resume" } }
    case "blocked":
      return {
        headline: "words",
        words,
        evidence: evidenceOf(redChecks(view), brokenTasks(view)),
        next: outcome.key === undefined ? { kind: "resume" } : { kind: "fork", place: outcome.key },
      }
    default:
      return unsuccessful(view, story, words)
  }
}

function unsuccessful(view: RunView, story: Story, words: string): EndReason {
  const call = lastFailure(story)
  if (view.outcome?.status === "failed" && call) {
    const next: NextStep = { kind: NEEDS_KEY.has(call.failure?.kind ?? "") ? "key" : "resume" }
    return { headline: "evidence", words, evidence: [{ kind: "attempt", call }], next }
  }
  const checks = redChecks(view)
  const limits = view.limits.slice(-1).map((limit): EndEvidence => ({ kind: "limit", ...limit }))
  const open = openRequirements(view)
  const told = [...checks, ...limits, ...open]
  const isLimited = view.outcome?.status === "incomplete" && limits.length > 0
  const next: NextStep = { kind: isLimited ? "raise" : "resume" }
  if (told.length > 0) return { headline: "evidence", words, evidence: told, next }
  return { headline: "words", words, evidence: brokenTasks(view), next }
}

const NEEDS_KEY: ReadonlySet<string> = new Set(["auth", "quota"])

/** A call that was given up, with nothing after it that came through. */
function lastFailure({ calls }: Story): CallView | undefined {
  const last = calls.at(-1)
  return last?.failure && last.failure.waitMs === null ? last : undefined
}

/** Checks that count. */
export function redChecks({ checks }: Pick<RunView, "checks">): EndEvidence[] {
  const red = checks.filter(({ status, compared }) => status !== "passed" && compared !== "as_before")
  return red.slice(0, MOST_EACH).map((check) => ({ kind: "check", check }))
}

/** Of a run that was asked for one thing the outcome says it. */
function openRequirements(view: RunView): EndEvidence[] {
  const ledger = ledgerOf(view)
  if (ledger.length < 2) return []
  const open = ledger.filter(({ status }) => status === "open")
  return open.map((requirement) => ({ kind: "requirement", requirement }))
}

/** The newest tasks that came to nothing. */
function brokenTasks({ tasks }: RunView): EndEvidence[] {
  const broken = tasks.filter(({ status }) => status === "failed" || status === "refused")
  return broken.slice(-1).map((task) => ({ kind: "task", task }))
}

function evidenceOf(first: readonly EndEvidence[], others: readonly EndEvidence[]): readonly EndEvidence[] {
  return first.length > 0 ? first : others
}
