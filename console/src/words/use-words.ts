import type { Words } from "@keelson/options/option.ts"
import { type ConsoleLanguage, usePreferences } from "../state/preferences.ts"
import { EN, type WordKey } from "./en.ts"
import { ZH } from "./zh.ts"

/** Says something in the user's language; `{name}` is filled from the values, `{name|s}` is an `s` unless the value is 1. */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string

const DICTIONARIES: Readonly<Record<ConsoleLanguage, Readonly<Record<WordKey, string>>>> = { en: EN, zh: ZH }
const SAYINGS = { en: sayIn("en"), zh: sayIn("zh") }

/** Whether there are words for it. */
export function isWord(key: string): key is WordKey {
  return Object.hasOwn(EN, key)
}

/** What a name of the protocol is called, if there is a word for it; else the name itself. */
export function nameIn(say: Say, name: string): string {
  const key = `name.${name}`
  return isWord(key) ? say(key) : name
}

export function useWords(): Say {
  return SAYINGS[usePreferences().language]
}

/** For words that come with the run itself. */
export function useLanguage(): ConsoleLanguage {
  return usePreferences().language
}

/** Says what is declared in both languages. */
export function useDeclaredWords(): (words: Words) => string {
  const { language } = usePreferences()
  return ([english, chinese]) => (language === "zh" ? chinese : english)
}

function sayIn(language: ConsoleLanguage): Say {
  return (key, values = {}) =>
    DICTIONARIES[language][key]
      .replace(/\{(\w+)\|(\w+)\}/g, (_, name: string, ending: string) => (values[name] === 1 ? "" : ending))
      .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""))
}
