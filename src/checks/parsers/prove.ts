import { blocksOf, type CheckFinding, countsOf, flat, type Parser, sumOf } from "../reading/reading.ts"

const TOTALS = /^Files=\d+, Tests=\d+, /
const FILE = /^(\S+)\s+\(Wstat: .*Tests: \d+ Failed: \d+\)$/
const FAILED = /^\s*# {3}Failed test(?: '(.*)'| at \S.*)?$/

/** Perl's prove and `make test`: the tests that say how they failed, and the files that ended badly without a word of a test. */
export const prove: Parser = (lines) => {
  if (!lines.some((line) => TOTALS.test(line))) return { findings: [], counts: null }
  const tests = blocksOf(lines, FAILED, /^\s*(?:# Looks like |[^#\s]|$)/).map(testFinding)
  const start = lines.indexOf("Test Summary Report")
  const files = start < 0 ? [] : blocksOf(lines.slice(start), FILE, TOTALS)
  const told = new Set(tests.map(({ file }) => file))
  const others = files.map(fileFinding).filter(({ file }) => !told.has(file))
  const all = sumOf(lines, /^Files=\d+, Tests=(\d+), /) ?? 0
  const failed = sumOf(lines, /^\S+\s+\(Wstat: .*Tests: \d+ Failed: (\d+)\)$/) ?? 0
  const ended = others.filter(({ failed }) => failed === 0).length
  return { findings: [...tests, ...others], counts: countsOf(all - failed, failed + ended) }
}

/** `#   Failed test 'adds'` and `#   at t/sum.t line 5.`, in one line where the test has no name; what it says comes behind. */
function testFinding(block: readonly string[]): CheckFinding {
  const text = block.map((line) => line.replace(/^\s*#/, ""))
  const at = text.findIndex((line) => AT.test(line))
  const [, file = "", line = ""] = AT.exec(text[at] ?? "") ?? []
  const name = FAILED.exec(block[0] ?? "")?.[1] ?? "a test without a name"
  return { place: `${file}:${line}`, file, name, message: flat(text.slice(at + 1).join(" ")) }
}

const AT = /\b(?:at|in) (\S+)(?: at)? line (\d+)\.$/

function fileFinding(block: readonly string[]): CheckFinding & { readonly failed: number } {
  const file = FILE.exec(block[0] ?? "")?.[1] ?? ""
  const failed = Number(/Failed: (\d+)\)$/.exec(block[0] ?? "")?.[1] ?? 0)
  return { file, name: file, known: "its end", message: flat(block.slice(1).join(" ")), failed }
}
