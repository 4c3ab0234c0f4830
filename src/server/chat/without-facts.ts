import { WORDS } from "../../text/words/words.ts"
import { FACTS_RULE, HEAD_RULE } from "../../view/facts-of.ts"

const FACTS = `${FACTS_RULE}- **`
const STATUSES = ["done", "incomplete", "failed", "blocked", "cancelled"] as const

/** A summary as a client sends it back, without the engine's facts; the first of them says how the run ended. */
export function withoutFacts(text: string): { readonly summary: string; readonly outcome: string } {
  const head = headOf(text)
  const begin = head === "" ? 0 : head.length + HEAD_RULE.length
  const cut = text.lastIndexOf(FACTS)
  if (cut === -1 || cut < begin) return { summary: text.slice(begin), outcome: outcomeIn(head) ?? "replied" }
  const rest = text.slice(cut + FACTS_RULE.length)
  return { summary: text.slice(begin, cut), outcome: outcomeIn(head === "" ? rest : head) ?? "replied" }
}

/** How it ended, where the message begins with that. */
function headOf(text: string): string {
  const isHead = WORDS["facts.outcome"].some((word) => text.startsWith(`- **${word}:** `))
  return isHead ? text.slice(0, Math.max(0, text.indexOf(HEAD_RULE))) : ""
}

/** A word of our own, not the client's: it goes into the log as it is. */
function outcomeIn(facts: string): string | undefined {
  const [, said = ""] = /^- \*\*[^*]*\*\* *([^\n]*)/.exec(facts) ?? []
  return STATUSES.find((status) => WORDS[`outcome.${status}`].some((word) => said.startsWith(word)))
}
