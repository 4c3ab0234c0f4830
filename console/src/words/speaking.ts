import { type Dictionary, speaker } from "@keelson/text/words/dictionary.ts"
import { useLanguage } from "./use-words.ts"

/** Says words that come with a part of the console, so that they are loaded with it. */
export function useSpeaker<Name extends string>(words: Dictionary<Name>) {
  const language = useLanguage()
  const say = speaker(words)
  return (word: Name, ...values: readonly (string | number)[]) => say(language, word, ...values)
}
