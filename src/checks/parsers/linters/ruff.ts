import { countsOf, type Parser, sumOf } from "../../reading/reading.ts"

const CONCISE = /^(\S.*?\.(?:pyi?|ipynb|toml)(?::cell \d+)?:\d+:\d+): ((?:[A-Z]+\d+|[a-z-]+:?|SyntaxError:?) .*)$/
const FULL = /^((?:[A-Z]{1,4}\d{3,4}|invalid-syntax:?|SyntaxError:)) (.*)$/

/** Ruff's concise and full formats. */
export const ruff: Parser = (lines) => {
  const findings = lines.flatMap((line, index) => {
    const concise = CONCISE.exec(line)
    if (concise !== null) return [{ place: concise[1], rule: ruleOf(concise[2]), message: concise[2] ?? "" }]
    const place = /^ +--> (\S.*:\d+:\d+)$/.exec(lines[index + 1] ?? "")?.[1]
    const full = FULL.exec(line)
    return full === null || place === undefined
      ? []
      : [{ place, rule: ruleOf(full[1]), message: `${full[1]} ${full[2]}` }]
  })
  return { findings, counts: countsOf(undefined, sumOf(lines, /^Found (\d+) errors?/)) }
}

/** `F401 [*] …` and `SyntaxError: …` begin with it. */
function ruleOf(text = ""): string {
  return (text.split(" ")[0] ?? "").replace(/:$/, "")
}
