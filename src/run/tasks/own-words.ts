import type { Language } from "../../protocol/log/environment.ts"
import { say } from "../../text/words/words.ts"
import type { TaskOutcome } from "./run-task.ts"

/** What a round came to, where the model leaves it unsaid. */
export function roundInWords(language: Language, outcomes: readonly TaskOutcome[]): string {
  if (outcomes.length === 0) return say(language, "round.nothing")
  const succeeded = outcomes.filter(({ status }) => status === "done")
  return say(language, "round.own_words", succeeded.length, outcomes.length)
}
