import { blocksOf, type CheckFinding, countsOf, flat, type Parser } from "../reading/reading.ts"

const HEADER = /^_{3,} (.+?) _{3,}$/
const TOTALS =
  /^(?:=+ )?((?:\d+ (?:failed|passed|errors?|skipped|deselected|xfailed|xpassed|warnings?|subtests \w+),? ?)+)in [\d.]+s/

/** Pytest: the assertion lines of each failure; the short summary for those that were printed without. */
export const pytest: Parser = (lines) => {
  const blocks = blocksOf(lines, HEADER, /^=+ .* =+$/).map(findingOf)
  const unloaded = blocksOf(lines, CONFTEST, /^=+ .* =+$/).map(conftestFinding)
  const summary = lines.filter((line) => /^(FAILED|ERROR) \S+\.py(::|$| )/.test(line))
  const files = new Map(summary.map((line) => [shortName(line), fileOf(line)]))
  const details = blocks.map((block) => ({ ...block, file: files.get(testOf(block)) }))
  const named = new Set(blocks.map(testOf))
  const others = summary.filter((line) => !named.has(shortName(line)))
  return { findings: [...unloaded, ...details, ...others.map(summaryFinding)], counts: countsIn(lines) }
}

/** Of a test that was not reached, or not cleared away, the summary names only the test. */
function testOf({ name = "" }: CheckFinding): string {
  return name.replace(/^ERROR at (?:setup|teardown) of /, "")
}

const SUMMARY = /^(FAILED|ERROR) (\S+?(?:\[.*?\])?)(?: - .*)?$/

function summaryFinding(line: string): CheckFinding {
  return { file: fileOf(line), known: shortName(line), message: line }
}

function fileOf(line: string): string | undefined {
  return SUMMARY.exec(line)?.[2]?.split("::")[0]
}

/** Without its conftest pytest does not even begin. */
const CONFTEST = /^ImportError while loading conftest '(?:.*\/)?(\S+\.py)'\.$/

function conftestFinding(block: readonly string[]): CheckFinding {
  return { ...findingOf(block), name: `ERROR loading ${CONFTEST.exec(block[0] ?? "")?.[1]}` }
}

function findingOf(block: readonly string[]): CheckFinding {
  const name = HEADER.exec(block[0] ?? "")?.[1] ?? ""
  const said = block.filter((line) => /^E( +[^\s?]|$)/.test(line)).map((line) => line.slice(1))
  const comparison = said.findIndex((line) => /^ +Full diff:/.test(line))
  const place = block.map((line) => /^(\S+\.py:\d+): /.exec(line)?.[1]).findLast((found) => found !== undefined)
  const message = flat(said.slice(0, comparison < 0 ? undefined : comparison).join(" "))
  return { place, name: name.replace(/^ERROR collecting .*\//, "ERROR collecting "), message }
}

/** `FAILED tests/test_sum.py::TestCart::test_add - why` is the block `TestCart.test_add`. */
function shortName(line: string): string {
  const [, kind, id = ""] = SUMMARY.exec(line) ?? []
  const parts = id.split("::")
  if (kind === "ERROR" && parts.length === 1) return `ERROR collecting ${id.slice(id.lastIndexOf("/") + 1)}`
  return parts.slice(1).join(".")
}

function countsIn(lines: readonly string[]) {
  const totals = lines.map((line) => TOTALS.exec(line)?.[1]).findLast((found) => found !== undefined)
  if (totals === undefined) return null
  const amount = (word: string) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(totals)?.[1] ?? 0)
  return countsOf(amount("passed"), amount("failed") + amount("errors?"), amount("skipped"))
}
