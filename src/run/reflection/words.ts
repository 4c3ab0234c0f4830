import type { Language } from "../../protocol/log/environment.ts"
import { speaker } from "../../text/words/dictionary.ts"
import { REFLECTION_WORDS } from "../../text/words/reflection-words.ts"

/** Says why. */
export const sayWhy = speaker(REFLECTION_WORDS)

/** How often; English has a word of its own for two. */
export function often(language: Language, times: number): string {
  return language === "en" && times === 2 ? sayWhy(language, "twice") : sayWhy(language, "times", times)
}

/** So many of them. */
export function counted(language: Language, count: number, noun: "turn" | "tool run" | "call"): string {
  return sayWhy(language, count === 1 ? noun : `${noun}s`, count)
}
