type Retell = (text: string) => string

/** The engine's facts line by line (`- **Name:** what is the case`) in the reader's language, as far as they are its own words. */
export function retoldFacts(facts: string, retell: Retell): string {
  return facts
    .split("\n")
    .map((line) => {
      const [, before = "", name = "", between = "", text = ""] =
        /^(\s*- \*\*)(.+?)([:：]\*\*\s*)(.*)$/u.exec(line) ?? []
      return name === "" ? retoldItem(line, retell) : `${before}${retell(name)}${between}${retoldFact(text, retell)}`
    })
    .join("\n")
}

/** An item below a fact: a check or a requirement and how it stands. What a check has printed is not ours. */
function retoldItem(line: string, retell: Retell): string {
  const [, before = "", name = "", between = "", text = ""] = /^(\s+- )([^`].*?)(: |：| – )(.+)$/u.exec(line) ?? []
  if (name === "") return line
  return `${before}${name}${between}${retoldFact(text, retell)}`
}

/** A sentence, or some that are said of one thing after the other: what it is, how it stands, why. */
function retoldFact(text: string, retell: Retell): string {
  const ended = OUTCOME.exec(text)?.[1] ?? ""
  if (retell(ended) !== ended) return retoldBoth(text, OUTCOME, retell) ?? text
  const whole = retell(text)
  return whole === text ? (retoldBoth(text, ENDS_IN_WHY, retell) ?? retoldPair(text, retell)) : whole
}

/** `done (checks passed); nothing had to be changed`, `write_file note.md (refused) – Not run: …` */
const ENDS_IN_WHY = /^(.+\))(; | – )(.+)$/su
/** `incomplete: the iteration limit was reached` */
const OUTCOME = /^([\p{L} ]{2,20}?)([:：]\s?)(.+)$/su

function retoldBoth(text: string, form: RegExp, retell: Retell): string | undefined {
  const [, first = "", between = "", second = ""] = form.exec(text) ?? []
  if (second === "") return undefined
  const told = [retoldPair(first, retell), retoldFact(second, retell)]
  return told[0] === first && told[1] === second ? undefined : told.join(between)
}

/** `done (checks passed)` is said of two things. */
function retoldPair(text: string, retell: Retell): string {
  const whole = retell(text)
  const pair = /^(.+?)\s?([(（])(.+)([)）])$/su.exec(text)
  if (whole !== text || !pair) return whole
  const [, first = "", open = "", second = "", close = ""] = pair
  return `${retell(first)} ${open}${retell(second)}${close}`
}
