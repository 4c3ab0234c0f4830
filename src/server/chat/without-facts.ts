import { WORDS } from "../../text/words.ts"
import { FACTS_RULE } from "../../view/facts-of.ts"

const FACTS = `${FACTS_RULE}- **`
const STATUSES = ["done", "incomplete", "failed", "blocked", "cancelled"] as const

/** A summary as a client sends it back, without the engine's facts; the first of them says how the run ended. */
export function withoutFacts(text: string): { readonly summary: string; readonly outcome: string } {
  const cut = text.lastIndexOf(FACTS)
  if (cut === -1) return { summary: text, outcome: "replied" }
  const [, said = ""] = /^[^*]*\*\* *([^\n]*)/.exec(text.slice(cut + FACTS.length)) ?? []
  // A word of our own, not the client's: it goes into the log as it is.
  const outcome = STATUSES.find((status) => WORDS[`outcome.${status}`].some((word) => said.startsWith(word)))
  return { summary: text.slice(0, cut), outcome: outcome ?? "replied" }
}
