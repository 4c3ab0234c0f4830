import type { Language } from "../../../protocol/log/environment.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { joined, say } from "../../../text/words/words.ts"
import type { RunView } from "../../../view/run-view.ts"
import { filesOf, languageIn } from "./of-view.ts"
import { reasonLine, unchanged } from "./outcome-line.ts"

/**
 * The end in one sentence for its reader: done and verified by what, or why it is not verified; what is red as before, could not run or is
 * covered by no check; what has to be said beside that. Any other end with its reason.
 */
export function endLine(view: RunView, outcome: Outcome): string {
  const language = languageIn(view)
  if (outcome.status !== "done")
    return `${say(language, `outcome.${outcome.status}`)}: ${reasonLine(language, outcome)}`
  const { except = [], notes = [] } = outcome
  const clauses = [...groundsOf(language, view, outcome), ...except, ...notes]
  return joined(language, clauses) + unchanged(language, view).join("")
}

type Done = Extract<Outcome, { status: "done" }>

/** What the end is known by. Of a reason that the clauses behind it give nothing more is said. */
function groundsOf(language: Language, view: RunView, { verified, proof, except = [], notes = [] }: Done): string[] {
  if (verified) return [proof ? say(language, "end.verified", proof) : say(language, "end.passed")]
  if (filesOf(view).length === 0 && view.gate?.changes !== "made") return [nothingChanged(language, view)]
  const why = whyUnverified(view, [...except, ...notes].length > 0)
  const [first = ""] = [...notes, ...except]
  return [why === "named" ? say(language, "end.unverified") : say(language, why, first)]
}

/** A question that was answered is simply done. */
function nothingChanged(language: Language, { gate }: RunView): string {
  return say(language, gate?.changes === "none" ? "end.unchanged" : "outcome.done")
}

/** `named`: the clauses behind it say it. */
function whyUnverified(view: RunView, isNamed: boolean): "named" | Parameters<typeof say>[1] {
  const { environment, knownChecks, checks } = view
  if (environment?.verify === "off") return "end.checks_off"
  if (knownChecks?.length === 0) return "end.no_checks"
  if (!checks.some(({ status }) => status === "passed")) return checks.length === 0 ? "end.none_ran" : "end.none_passed"
  if (isNamed) return "named"
  return (knownChecks ?? []).some(({ name }) => !checks.some((check) => check.name === name))
    ? "end.not_all_ran"
    : "end.not_shown"
}
