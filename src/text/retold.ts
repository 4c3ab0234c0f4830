import type { Language } from "../protocol/environment.ts"
import type { Dictionary } from "./dictionary.ts"

/** A sentence of ours in each language, by what stands between its gaps. */
type Sentence = { readonly words: readonly [string, string]; readonly forms: readonly [RegExp, RegExp] }

/** Sentences stand side by side so; where one of them is nobody's of ours, it is one text of somebody else's. */
const JOINT = /; |；/
const MOST_PARTS = 20

/**
 * Tells what a log says in one language in the other, as far as the words are of these dictionaries: what stands in the gaps stays as
 * it is, unless it is such a sentence itself. What nobody here has said stays as it is too.
 */
export function reteller(...dictionaries: readonly Dictionary[]): (text: string, language: Language) => string {
  const sentences = dictionaries.flatMap((words) => Object.values(words)).flatMap(sentenceOf)
  // The more a sentence says itself, the surer it is meant.
  const known = sentences.sort((a, b) => said(b) - said(a))
  const retell = (text: string, language: Language, isWhole: boolean): string => {
    const parts = text.split(JOINT)
    const told =
      parts.length > 1 && parts.length <= MOST_PARTS ? parts.map((part) => retell(part, language, false)) : []
    if (told.length > 0 && told.every((part, at) => part !== parts[at]))
      return told.join(language === "zh" ? "；" : "; ")
    return retellOne(text, language, isWhole)
  }
  const retellOne = (text: string, language: Language, isWhole: boolean): string => {
    const [from, to] = language === "zh" ? ([0, 1] as const) : ([1, 0] as const)
    for (const { words, forms } of known) {
      if (!isWhole && isAnybodys(words[from])) continue
      const gaps = forms[from].exec(text)?.slice(1)
      if (gaps) return words[to].replace(/\{\}/g, () => retell(gaps.shift() ?? "", language, false))
    }
    return text
  }
  return (text, language) => retell(text, language, true)
}

/** In a gap, or beside others, a word or two are anybody's. */
function isAnybodys(words: string): boolean {
  return !words.includes("{}") && words !== "twice" && words.split(" ").length < 4 && words.length < 10
}

function said({ words: [english] }: Sentence): number {
  return english.replaceAll("{}", "").length
}

/** One that is nothing but a gap would be any text. */
function sentenceOf(words: readonly [string, string]): Sentence[] {
  const isEmpty = words.some((text) => text.replaceAll("{}", "").trim() === "")
  return isEmpty ? [] : [{ words, forms: [formOf(words[0]), formOf(words[1])] }]
}

function formOf(text: string): RegExp {
  const parts = text.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join("(.*?)")}$`, "su")
}
