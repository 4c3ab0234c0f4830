import type { Language } from "../../protocol/log/environment.ts"

/** Words in English and in Chinese; `{}` is filled in order. */
export type Dictionary<Name extends string = string> = Readonly<
  Record<Name, readonly [english: string, chinese: string]>
>

/** Says the words of one dictionary; the one way in which anything of ours is said in two languages. */
export function speaker<Name extends string>(words: Dictionary<Name>) {
  return (language: Language, word: Name, ...values: readonly (string | number)[]): string => {
    const rest = [...values]
    return words[word][language === "zh" ? 1 : 0].replace(/\{\}/g, () => String(rest.shift() ?? ""))
  }
}
