import type { Language } from "../../../protocol/log/environment.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { clip } from "../../../text/clip.ts"
import { lineInMarkdown } from "../../../text/quoted-name.ts"
import { say, WORDS, type Word } from "../../../text/words/words.ts"
import type { RunView } from "../../../view/run-view.ts"
import { filesOf, languageIn } from "./of-view.ts"

/** The end in one line: done and by what that is known, or why not. */
export function outcomeLine(view: RunView, outcome: Outcome): string {
  const language = languageIn(view)
  const status = say(language, `outcome.${outcome.status}`)
  if (outcome.status === "done") return [status, ...doneClauses(language, view, outcome)].join("")
  return `${status}: ${reasonLine(language, outcome)}`
}

/** What the engine itself gives as a reason is said in the user's language; what people and models said stays as it is. */
export function reasonLine(language: Language, { status, reason }: Exclude<Outcome, { status: "done" }>): string {
  const own = `cancelled.${reason.replaceAll(" ", "_")}`
  return status === "cancelled" && own in WORDS ? say(language, own as Word) : lineInMarkdown(reason)
}

/** A question that was answered is simply done; where something was to change, it is said by what the end is known. */
function doneClauses(language: Language, view: RunView, outcome: Extract<Outcome, { status: "done" }>): string[] {
  const { verified, except = [], notes = [] } = outcome
  const isAnswer =
    filesOf(view).length === 0 && !verified && view.gate?.changes !== "none" && view.gate?.changes !== "made"
  const exceptions = except.length > 0 ? [say(language, "verified.except", except.join(", "))] : []
  const grounds = [say(language, verified ? "verified" : unverified(view)), ...exceptions]
  return [
    ...(isAnswer && exceptions.length === 0 ? [] : [` (${grounds.join(", ")})`]),
    ...notes.map((note) => `; ${note}`),
    ...unchanged(language, view),
  ]
}

/** Why nothing had to be changed stands in the first line: it is the model's word alone. */
export function unchanged(language: Language, { settled }: RunView): string[] {
  const reason = settled.findLast(({ about }) => about === "unchanged")?.text
  return reason ? [`; ${say(language, "facts.nothing_to_change", lineInMarkdown(clip(reason, MOST_REASON)))}`] : []
}

const MOST_REASON = 300

function unverified(view: RunView): Word {
  if (filesOf(view).length === 0) return "unverified.nothing"
  if (view.environment?.verify === "off") return "unverified.off"
  return view.knownChecks?.length === 0 ? "unverified.no_checks" : "unverified.not_run"
}
