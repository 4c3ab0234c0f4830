import type { Outcome } from "../../protocol/log/outcome.ts"
import { say } from "../../text/words/words.ts"
import type { Conclusion } from "../conclusion.ts"
import type { RunContext } from "../run-context.ts"
import type { Closing } from "./gate/gate.ts"

/** How a run ends by what the gate found; the first that fits: a failure of its own, something open, done. A plan that is stuck is named as such. */
export function outcomeOfGate(run: RunContext, own: Conclusion, { ruled, word }: Closing): Outcome {
  const { language } = run.environment
  const open = ruled.findings.filter(({ kind }) => kind === "open" || kind === "unchanged").map(({ said }) => said)
  const lacking = [...open, ...ruled.refused.map((item) => say(language, "closing.refused", item))]
  if (ruled.checks.length > 0) {
    const reason = say(language, "checks.fail", ruled.checks.join(", "))
    return { status: "failed", reason: [reason, ...lacking].join("; ") }
  }
  if (lacking.length > 0) {
    if (own.kind === "blocked") return outcomeOf(own)
    return outcomeOf({
      kind: "incomplete",
      limit: "missing",
      reason: lacking.join("; "),
      missing: open,
      refused: ruled.refused,
    })
  }
  const isDeclared = ruled.attempt > 0 || word?.missing !== undefined || word?.isUnfinished === false
  if (own.kind !== "done" && !isDeclared) return outcomeOf(own)
  return doneAs({ ...ruled, verified: ruled.verified && ruled.changes === "made" })
}

type Known = Pick<Closing["ruled"], "verified" | "except" | "notes"> & { readonly proof?: string | undefined }

/** An end as done, with what is to be said of its checks. */
export function doneAs({ verified, proof = "", except, notes }: Known): Outcome {
  return {
    status: "done",
    verified,
    ...(verified && proof !== "" ? { proof } : {}),
    ...(except.length > 0 ? { except: [...except] } : {}),
    ...(notes.length > 0 ? { notes: [...notes] } : {}),
  }
}

/** What a strategy came to by itself, as an end. */
export function outcomeOf(end: Conclusion): Outcome {
  switch (end.kind) {
    case "done":
      return { status: "done", verified: false }
    case "incomplete": {
      const { limit, reason, missing = [], refused = [] } = end
      const lists = {
        ...(missing.length > 0 ? { missing: [...missing] } : {}),
        ...(refused.length > 0 ? { refused: [...refused] } : {}),
      }
      return { status: "incomplete", limit, reason, ...lists }
    }
    case "failed":
      return { status: "failed", reason: end.reason }
    case "blocked":
      return { status: "blocked", reason: end.reason }
  }
}
