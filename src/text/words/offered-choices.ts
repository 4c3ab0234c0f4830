/** Brackets at the end of a question, before its mark or behind it. */
const BRACKETS = /[([（【]([^()[\]（）【】]+)[)\]）】]\s*[?？.。]?\s*$/u
const SUCH_AS = /^(?:e\.g\.|for example|such as|either|例如|比如|如)[\s,:，：]*/iu
const OR = /\s*,?\s+or\s+|\s*(?:或者|还是|或)\s*/u
const BESIDE = /\s*\|\s*|\s+\/\s+|\s*／\s*/u
const COMMAS = /\s*[,、，]\s*/u
const YES_NO = /^(yes)\/(no)$/i

const MOST = 6
const LONGEST = 40

/** The answers that a question offers in brackets at its end, as in `Which one (JWT, sessions or both)?`; none where it offers none. */
export function choicesIn(question: string): readonly string[] {
  const [, inside = ""] = BRACKETS.exec(question) ?? []
  const choices = partsOf(inside.trim().replace(SUCH_AS, ""))
  const isUsable = choices.length >= 2 && choices.length <= MOST && new Set(choices).size === choices.length
  return isUsable && choices.every((choice) => choice !== "" && choice.length <= LONGEST) ? choices : []
}

/** Commas alone are no choice: only the last one is set off by a word. */
function partsOf(text: string): string[] {
  const plain = YES_NO.exec(text)
  if (plain) return plain.slice(1)
  const beside = text.split(BESIDE)
  if (beside.length > 1) return beside
  const either = text.split(OR)
  return either.length === 1 ? [] : either.flatMap((part) => part.split(COMMAS))
}
