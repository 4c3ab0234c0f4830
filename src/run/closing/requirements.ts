import type { RunParts } from "../ground/run-parts.ts"

/** What the model calls missing, sorted by whether the request asks for it. */
export type Sorted = {
  readonly missing: readonly string[]
  /** What nobody asked for: shown, never worked on. */
  readonly suggestions: readonly string[]
  /** What can't be done because a person or a rule refused it. */
  readonly refused: readonly string[]
}

/** The word that begins an item which was refused. */
export const REFUSED = "refused:"

/** What the run is to fulfil: the request, and its requirements where an analysis numbered them. */
export type WantedWork = { readonly request: string; readonly requirements: readonly string[] }

/** A model that looks for more to do finds it for ever; what counts is what was asked for. */
export function sortMissing(items: readonly string[], wanted: WantedWork): Sorted {
  const given = items.map((item) => item.trim()).filter((item) => item !== "")
  const refused = given.filter(isRefused)
  const open = given.filter((item) => !isRefused(item))
  return {
    missing: open.filter((item) => namesRequirement(item, wanted)),
    suggestions: open.filter((item) => !namesRequirement(item, wanted)),
    refused: refused.map((item) => item.slice(REFUSED.length).trim()),
  }
}

export function isRefused(item: string): boolean {
  return item.trim().toLowerCase().startsWith(REFUSED)
}

/** By its number, or by a word that stands in the request as well. */
function namesRequirement(item: string, { request, requirements }: WantedWork): boolean {
  const number = Number(/^\D{0,3}(\d{1,2})\b/.exec(item)?.[1] ?? 0)
  if (number >= 1 && number <= requirements.length) return true
  const asked = termsOf([request, ...requirements].join("\n"))
  return [...termsOf(item)].some((term) => asked.has(term))
}

/** Names, paths and words that say something; of Chinese each pair of characters. */
function termsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{Script=Latin}\d_][\p{Script=Latin}\d_./-]*/gu) ?? []
  const telling = words.map((word) => word.replace(/[./-]+$/, "")).filter((word) => !isCommon(word))
  const han = text.match(/\p{Script=Han}+/gu) ?? []
  return new Set([...telling.map(stemmed), ...han.flatMap(pairs)])
}

function isCommon(word: string): boolean {
  return word.length < 3 || COMMON.has(word)
}

/** `test` and `tests`, `file` and `files` are one word. */
function stemmed(word: string): string {
  return word.length > 4 ? word.replace(/(?:es|s|ed|ing)$/, "") : word
}

function pairs(run: string): string[] {
  return Array.from({ length: Math.max(1, run.length - 1) }, (_, index) => run.slice(index, index + 2))
}

const COMMON: ReadonlySet<string> = new Set(
  "the and for are was were has have had not all any with without that this these those from into onto its but also can could should would may might must more most some such than then there their them they you your our out over under each every one two file files code work done make made add added use used still yet need needs needed missing".split(
    " ",
  ),
)

/** What this run is to fulfil. */
export function wantedWork({ request, tally: { view } }: RunParts): WantedWork {
  const said = view.words.map(({ text }) => text)
  return { request: [request, ...said].join("\n"), requirements: view.analysis?.requirements ?? [] }
}
