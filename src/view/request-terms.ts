/** Names, paths and words that say something; of Chinese each pair of characters. */
export function termsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{Script=Latin}\d_][\p{Script=Latin}\d_./-]*/gu) ?? []
  const telling = words.map((word) => word.replace(/[./-]+$/, "")).filter((word) => !isCommon(word))
  const han = text.match(/\p{Script=Han}+/gu) ?? []
  return new Set([...telling.map(stemmed), ...han.flatMap(pairs)])
}

/** Whether two texts have a telling word in common. */
export function sharesTerm(text: string, other: string): boolean {
  const known = termsOf(other)
  return [...termsOf(text)].some((term) => known.has(term))
}

/** The number that an item begins with; 0 where it has none. */
export function leadingNumber(item: string): number {
  return Number(/^\D{0,3}(\d{1,2})\b/.exec(item)?.[1] ?? 0)
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
  "the and for are was were has have had not all any with without that this these those from into onto its but also can could should would may might must more most some such than then there their them they your you our out over under each every one two file files code work done make made add added use used still yet need needs needed missing".split(
    " ",
  ),
)
