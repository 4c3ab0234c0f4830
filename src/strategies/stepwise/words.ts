import type { Language } from "../../protocol/log/environment.ts"
import { speaker } from "../../text/words/dictionary.ts"
import { STEP_WORDS } from "../../text/words/step-words.ts"

/** Says a word of this strategy's. */
export const say = speaker(STEP_WORDS)

/** Several sentences or ids as one, in the language's own way. */
export function list(language: Language, items: readonly (string | number)[]): string {
  return items.join(language === "zh" ? "、" : ", ")
}
