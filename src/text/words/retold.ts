import type { Language } from "../../protocol/log/environment.ts"
import type { Dictionary } from "./dictionary.ts"

/** A sentence of ours in each language, by what stands between its gaps. */
type Sentence = {
  readonly words: readonly [string, string]
  readonly forms: readonly [RegExp, RegExp]
  /** How it begins where it was cut in one of its gaps, the longest first. */
  readonly cuts: readonly [readonly Cut[], readonly Cut[]]
}

/** `next`: the words that would have come after the gap. */
type Cut = { readonly form: RegExp; readonly next: string }

/** How texts end that were too long for where they stand. */
const CUT = "…"
/** A sentence of which less was said before the cut could be anybody's. */
const FEW = 8

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
    return text.endsWith(CUT) ? retellCut(text.slice(0, -CUT.length), language) + CUT : text
  }
  /** What was said as far as it goes: up to the words that were cut. */
  const retellCut = (text: string, language: Language): string => {
    const [from, to] = language === "zh" ? ([0, 1] as const) : ([1, 0] as const)
    for (const { words, cuts } of known) {
      for (const { form, next } of cuts[from]) {
        const gaps = form.exec(text)?.slice(1)
        if (!gaps) continue
        gaps.push(withoutBegun(gaps.pop() ?? "", next))
        const last = gaps.length - 1
        const told = gaps.map((gap, at) => (at < last ? retell(gap, language, false) : retellCut(gap, language)))
        return words[to]
          .split("{}")
          .slice(0, gaps.length)
          .map((part, at) => part + told[at])
          .join("")
      }
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
  if (isEmpty) return []
  const [english, chinese] = words
  return [{ words, forms: [formOf(english), formOf(chinese)], cuts: [cutsOf(english), cutsOf(chinese)] }]
}

function formOf(text: string): RegExp {
  return new RegExp(`^${partsOf(text).join("(.*?)")}$`, "su")
}

function cutsOf(text: string): Cut[] {
  const words = text.split("{}")
  const gaps = words.length - 1
  return Array.from({ length: gaps }, (_, at) => gaps - at)
    .filter((kept) => words.slice(0, kept).join("").length >= FEW)
    .map((kept) => ({
      form: new RegExp(`^${partsOf(text).slice(0, kept).join("(.*?)")}(.*)$`, "su"),
      next: words[kept] ?? "",
    }))
}

/** Of words that were just begun when the text was cut nothing is left. */
function withoutBegun(gap: string, next: string): string {
  for (let length = Math.min(gap.length, next.length); length > 2; length--) {
    if (gap.endsWith(next.slice(0, length))) return gap.slice(0, -length)
  }
  return gap
}

function partsOf(text: string): string[] {
  return text.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
}
