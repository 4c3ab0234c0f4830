import type { Language } from "@keelson/protocol/log/environment.ts"
import { REFLECTION_WORDS } from "@keelson/text/words/reflection-words.ts"
import {
  FAULT_WORDS,
  ISSUE_WORDS,
  JSON_WORDS,
  TITLE_WORDS,
  TOLD_WORDS,
  UNDO_WORDS,
} from "@keelson/text/words/refusal-words.ts"
import { reteller } from "@keelson/text/words/retold.ts"
import { STEP_WORDS } from "@keelson/text/words/step-words.ts"
import { WORDS } from "@keelson/text/words/words.ts"
import { usePreferences } from "../state/preferences.ts"

const SPOKEN = [WORDS, REFLECTION_WORDS, TOLD_WORDS, STEP_WORDS, ISSUE_WORDS, JSON_WORDS, FAULT_WORDS, UNDO_WORDS]
const reasons = remembering(reteller(...SPOKEN))
const titles = remembering(reteller(TITLE_WORDS))

/** Tells the engine's reasons in the reader's language, whatever language the run has them in. */
export function useReasons(): (text: string) => string {
  const { language } = usePreferences()
  return (text) => reasons(text, language)
}

/** What a built-in tool says of its task, in a language. */
export function titleIn(language: Language, title: string): string {
  return titles(title, language)
}

/** The same for what built-in tools say of their tasks. */
export function useTitles(): (text: string) => string {
  const { language } = usePreferences()
  return (text) => titles(text, language)
}

type Retell = ReturnType<typeof reteller>

const MOST = 2000
const MOST_CHARACTERS = 1500

/** Pages are drawn over and over, mostly with the same sentences. */
function remembering(retell: Retell): Retell {
  const known = new Map<string, string>()
  return (text, language) => {
    const name = `${language} ${text}`
    const before = known.get(name)
    if (before !== undefined) return before
    if (known.size >= MOST) known.clear()
    const told = text.length > MOST_CHARACTERS ? text : retell(text, language)
    known.set(name, told)
    return told
  }
}
