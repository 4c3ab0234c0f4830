import { clip } from "../../text/clip.ts"
import { flat } from "./reading.ts"

const MOST = 12
const LONGEST = 200

/** How tools sum up what they ran. */
const COUNTS: readonly RegExp[] = [
  // tap; jest; vitest; mocha.
  /^(?:Suites|Asserts): +\d|^# \{ total: \d/,
  /^(?:Test Suites|Tests|Snapshots): +\d|^ +(?:Test Files|Tests) {2}\d|^Type Errors {2}/,
  /^ {2}\d+ (?:passing|failing|pending)\b/,
  // pytest, unittest, trial.
  /^(?:=+ )?(?:\d+ (?:failed|passed|errors?|skipped|deselected|xfailed|xpassed|warnings?|subtests \w+),? ?)+in [\d.]+s/,
  /^Ran \d+ tests? in |^(?:OK|FAILED|PASSED)(?: \([\w ]+=\d.*\))?$/,
  // cargo, nextest; maven, gradle; ctest, gtest, Catch2.
  /^test result: |^ +Summary \[.*tests? run:/,
  /^\[(?:INFO|WARNING|ERROR)\] Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$|^\d+ tests? completed\b/,
  /^\d+% tests passed, \d+ tests failed out of \d+|^\[ {2}(?:PASSED|FAILED) {2}\] \d+ tests?\b|^(?:test cases|assertions): +\d+ \||^All tests passed \(/,
  // RSpec, ExUnit, minitest, test-unit, PHPUnit, Pest.
  /^\d+ (?:examples?|doctests?|tests?|runs|properties|propert),? .*\d+ (?:failures?|assertions)\b/,
  /^OK(?:, but .*!)?(?: \(\d+ tests?, \d+ assertions?\))?$|^Tests: \d+, Assertions: \d+|^ +Tests: +\d/,
  // .NET; Deno; Swift; Bazel.
  /^(?:Passed!|Failed!|Skipped!) +- Failed: |^ *(?:Total tests|Passed|Failed|Skipped): +\d+$|^(?:Test summary|Test run summary): /,
  /^(?:ok|FAILED) \| \d+ passed/,
  /^\s*Executed \d+ tests?, with \d+ failures?|^[✔✘] Test run with \d+ tests?/u,
  /^Executed \d+ out of \d+ tests?:/,
  // tox, nox.
  /^ {2}\S+: (?:OK|FAIL|SKIP)\b.*\(|^nox > \* \S+: (?:success|failed|skipped)/,
  // Linters and compilers.
  /^✖ \d+ problems?\b|^Checked \d+ files?\b|^Found \d+ (?:errors?|warnings?|problems?)\b|^All checks passed!|^\d+ files? inspected,/u,
]

/** Coverage of code, and thresholds that it has to reach. */
const COVERAGE: readonly RegExp[] = [
  /^\s*All files\s*\|/,
  /^TOTAL\s+\d+\s.*\d%/,
  /^\s*(?:Statements|Branches|Functions|Lines|Classes|Methods)\s*:\s+[\d.]+ ?%/,
  /\bcoverage\b.{0,80}\d(?:\.\d+)? ?%|\d(?:\.\d+)? ?% (?:line |code |branch |statement )?cover(?:age|ed)\b/i,
  /^total:?\s+\(statements\)\s+[\d.]+%/,
]

const ROW_OF_COVERAGE = /^\s*\S+\s*\|\s*[\d.]+\s*\|/

/** Whether a line sums up tests or coverage; a row of a table of coverage counts as one. */
export function isSummary(line: string): boolean {
  return [...COUNTS, ...COVERAGE].some((pattern) => pattern.test(line)) || ROW_OF_COVERAGE.test(line)
}

/** The lines with the counts and the coverage, of a green check as of a red one. The last ones where there are many. */
export function summaryLines(lines: readonly string[]): string[] {
  const counts = lines.filter((line) => COUNTS.some((pattern) => pattern.test(line)))
  const coverage = lines.filter((line) => COVERAGE.some((pattern) => pattern.test(line)))
  const shown = [...nodeTotals(lines), ...counts.slice(-MOST / 2), ...coverage.slice(-MOST / 2)]
  return [...new Set(shown.map((line) => clip(flat(line), LONGEST)))]
}

/** node:test gives a line to each figure. */
function nodeTotals(lines: readonly string[]): string[] {
  const figures = lines.flatMap((line) => {
    const [, word, amount] = /^(?:ℹ|#) (tests|pass|fail|cancelled|skipped|todo) (\d+)$/.exec(line) ?? []
    return word === undefined || (amount === "0" && !["tests", "fail"].includes(word)) ? [] : [`${word} ${amount}`]
  })
  return figures.length === 0 ? [] : [figures.join(", ")]
}
