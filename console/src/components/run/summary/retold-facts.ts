/** The engine's facts line by line (`- **Name:** what is the case`) in the reader's language, as far as they are its own words. */
export function retoldFacts(facts: string, retell: (text: string) => string): string {
  return facts
    .split("\n")
    .map((line) => {
      const [, before = "", name = "", between = "", text = ""] =
        /^(\s*- \*\*)(.+?)([:：]\*\*\s*)(.*)$/u.exec(line) ?? []
      return name === "" ? line : `${before}${retell(name)}${between}${retoldPair(text, retell)}`
    })
    .join("\n")
}

/** `done (checks passed)` is said of two things. */
function retoldPair(text: string, retell: (text: string) => string): string {
  const whole = retell(text)
  const pair = /^(.+?)\s?([(（])(.+)([)）])$/u.exec(text)
  if (whole !== text || !pair) return whole
  const [, first = "", open = "", second = "", close = ""] = pair
  return `${retell(first)} ${open}${retell(second)}${close}`
}
