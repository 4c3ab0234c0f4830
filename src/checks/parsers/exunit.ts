import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const BLOCK = /^ {2}\d+\) (?:test|doctest|property) (.+) \((\S+)\)$/
const COMPILE = /^\*\* \(\w*Error\) (\S+\.exs?:\d+(?::\d+)?): (.+)$/

/** Elixir's ExUnit, and its compiler. */
export const exunit: Parser = (lines) => {
  const blocks = blocksOf(lines, BLOCK, /^Finished in /).map(findingOf)
  return { findings: [...compileErrors(lines), ...blocks], counts: countsIn(lines) }
}

/** In one line, or since Elixir 1.15 with its place below. */
function compileErrors(lines: readonly string[]): CheckFinding[] {
  const short = lines.flatMap((line) => {
    const [, place, message = ""] = COMPILE.exec(line) ?? []
    return place === undefined ? [] : [{ place, rule: message, message }]
  })
  const long = blocksOf(lines, /^ *error: /, /^(?:\s*warning: |== |$)/).flatMap((block) => {
    const place = block
      .map((line) => /└─ (\S+\.exs?:\d+(?::\d+)?)/.exec(line)?.[1])
      .find((found) => found !== undefined)
    const message = (block[0] ?? "").replace(/^ *error: /, "")
    return place === undefined ? [] : [{ place, rule: message, message }]
  })
  return [...long, ...short.filter(({ message }) => !/cannot compile module|\(errors have been logged\)/.test(message))]
}

function findingOf(block: readonly string[]): CheckFinding {
  const [, name, module] = BLOCK.exec(block[0] ?? "") ?? []
  const place = /^ {5}(\S+\.exs?:\d+)$/.exec(block[1] ?? "")?.[1]
  const end = block.findIndex((line) => /^ {5}(?:stacktrace:|The following output)/.test(line))
  return {
    place,
    name: `${module} ${name}`,
    file: place,
    known: `${module} ${name}`,
    message: block.slice(2, end < 0 ? undefined : end).join(" "),
  }
}

/** `1 doctest, 4 tests, 2 failures, 1 skipped`; an umbrella has a line for each of its applications. */
function countsIn(lines: readonly string[]) {
  const totals = lines.filter((line) => /^(?:\d+ (?:doctests?|propert(?:y|ies)|tests?), )+\d+ failures?/.test(line))
  if (totals.length === 0) return null
  const total = (word: string) => sumOf(totals, new RegExp(`\\b(\\d+) ${word}`)) ?? 0
  const failed = total("failures?") + total("invalid")
  const skipped = total("skipped") + total("excluded")
  return countsOf(total("doctests?") + total("propert") + total("tests?") - failed - skipped, failed, skipped)
}
