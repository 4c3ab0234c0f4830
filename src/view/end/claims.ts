import type { RunView } from "../run-view.ts"

/** Words that call the work checked or finished. */
const PRAISE =
  /\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|successful(?:ly)?|verified|no (?:errors|failures)|all tests)\b|通过|成功|全绿|没有(?:错误|失败)/iu
/** What takes such a word back. */
const DENIAL =
  /\b(?:not|n't|never|fail(?:s|ed|ing|ure|ures)?|red|except|but|only|cannot|until|unless|before)\b|n't|[未没不]|失败|除了|但/iu

/** Whether a sentence says that all is well where a check of this run's says that it is not. */
export function isContradicted(sentence: string, { checks }: Pick<RunView, "checks">): boolean {
  return hasRed({ checks }) && PRAISE.test(sentence) && !DENIAL.test(sentence.replace(/no (?:errors|failures)/i, ""))
}

/** A check of the end that failed, and did not fail without the run. */
export function hasRed({ checks }: Pick<RunView, "checks">): boolean {
  return checks.some(({ status, compared }) => status === "failed" && compared !== "as_before")
}

const MOST = 3

/** Sentences of a text that the checks contradict. */
export function contradictionsIn(text: string, view: Pick<RunView, "checks">): readonly string[] {
  if (!hasRed(view)) return []
  const sentences = text.split(/(?<=[.!?。！？])\s*|\n+/u).map((each) => each.replace(/^[\s>*#-]+/, "").trim())
  return sentences.filter((sentence) => sentence !== "" && isContradicted(sentence, view)).slice(0, MOST)
}
