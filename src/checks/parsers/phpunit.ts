import { blocksOf, type CheckFinding, changesIn, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const BLOCK = /^\d+\) \S+::\S.*$/
const FATAL = /^(?:PHP )?(?:Fatal|Parse) error: +(.+?) in (\S+?)(?: on line |:)(\d+)$/
const PEST = /^ {2} FAILED {2}(\S.*?)\s*$/

/** PHPUnit, and Pest, which prints in its own way. */
export const phpunit: Parser = (lines) => {
  const isOurs = lines.some((line) =>
    /^PHPUnit \d|^Tests: \d+, Assertions: |^OK(?:,.*)? \(?\d* ?|^ {2}Tests: {4}\d/.test(line),
  )
  const fatal = lines.flatMap((line) => {
    const [, message = "", file, at] = FATAL.exec(line) ?? []
    return file === undefined ? [] : [{ place: `${file}:${at}`, rule: message, message }]
  })
  const unique = [...new Map(fatal.map((finding) => [finding.place, finding])).values()]
  if (!isOurs) return { findings: unique, counts: null }
  const blocks = blocksOf(lines, BLOCK, /^(?:--$|There (?:was|were) \d+|ERRORS!|FAILURES!|WARNINGS!)/).map(findingOf)
  const pest = blocksOf(lines, PEST, /^ {2}Tests: /).map(pestFinding)
  return { findings: [...unique, ...blocks, ...pest], counts: countsIn(lines) }
}

/** Arguments of a data set are no part of its name: they may be objects, or folders for temporary files. */
function findingOf(block: readonly string[]): CheckFinding {
  const name = (block[0] ?? "").replace(/^\d+\) /, "")
  const known = name.replace(/( with data set (?:#\d+|".*?"))(?: \(.*\))?$/, "$1")
  const text = block.slice(1)
  const place = text.map((line) => /^(\S+\.php:\d+)$/.exec(line)?.[1]).find((found) => found !== undefined)
  const comparison = text.indexOf("--- Expected")
  const head = text.slice(0, comparison < 0 ? undefined : comparison).filter((line) => !/^\S+\.php:\d+$/.test(line))
  const changes = comparison < 0 ? "" : ` (- expected + actual) ${changesIn(text.slice(comparison))}`
  return { place, name: known, message: head.join(" ") + changes }
}

function pestFinding(block: readonly string[]): CheckFinding {
  const name = PEST.exec(block[0] ?? "")?.[1]
  const place = block.map((line) => /^ {2}at (\S+\.php:\d+)/.exec(line)?.[1]).find((found) => found !== undefined)
  const end = block.findIndex((line) => /^ {2}at \S+:\d+/.test(line))
  return { place, name, message: block.slice(1, end < 0 ? undefined : end).join(" ") }
}

function countsIn(lines: readonly string[]) {
  const plain = sumOf(lines, /^OK \((\d+) tests?, /)
  if (plain !== undefined) return countsOf(plain, 0)
  const all = sumOf(lines, /^Tests: (\d+), Assertions: /)
  if (all === undefined)
    return countsOf(sumOf(lines, /^ {2}Tests: .*?(\d+) passed/), sumOf(lines, /^ {2}Tests: .*?(\d+) failed/))
  const total = (word: string) => sumOf(lines, new RegExp(`^Tests: \\d+, .*?\\b${word}: (\\d+)`)) ?? 0
  const failed = total("Errors") + total("Failures")
  const skipped = total("Skipped") + total("Incomplete")
  return countsOf(all - failed - skipped, failed, skipped)
}
