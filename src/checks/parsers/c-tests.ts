import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

/** What the tests of C and C++ projects print: compilers, the linker, ctest, GoogleTest and Catch2. */
export const cTests: Parser = (lines) => {
  const found = [...gtest(lines), ...catch2(lines)]
  // ctest shows the output of the programs that failed: those tell more than their names.
  const findings = [...compiler(lines), ...found, ...(found.length > 0 ? [] : ctest(lines))]
  return { findings, counts: ctestCounts(lines) ?? gtestCounts(lines) ?? catchCounts(lines) }
}

const COMPILER =
  /^(?:In file included from .*)?((?:[A-Za-z]:)?[^\s:]+\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|inl|ipp):\d+(?::\d+)?): (?:fatal )?error: (.+)$/
const LINKER =
  /^(?:.*\/)?(?:ld|lld|collect2)\S*: .*(undefined reference to .+|undefined symbol: .+|duplicate symbol: .+)$/

function compiler(lines: readonly string[]): CheckFinding[] {
  return lines.flatMap((line) => {
    const [, place, message = ""] = COMPILER.exec(line) ?? []
    if (place !== undefined) return [{ place, rule: message, message }]
    const symbol = LINKER.exec(line)?.[1] ?? /: (undefined reference to .+)$/.exec(line)?.[1]
    return symbol === undefined ? [] : [{ rule: symbol, message: symbol }]
  })
}

const CTEST_ENDED = /^\s*\d+\/\d+ Test +#\d+: (\S+) [ .]*\*{0,3}(.*?)\s+[\d.]+ sec$/

function ctest(lines: readonly string[]): CheckFinding[] {
  const said = blocksOf(lines, CTEST_ENDED, /^ +Start +\d+: |^\d+% tests passed/)
  const bodies = new Map(said.map((block) => [CTEST_ENDED.exec(block[0] ?? "")?.[1] ?? "", block.slice(1)]))
  const start = lines.findIndex((line) => line.startsWith("The following tests FAILED:"))
  const listed = start < 0 ? [] : lines.slice(start + 1)
  return listed.flatMap((line) => {
    const [, name, why = ""] = /^\s+\d+ - (.+) \((.+)\)$/.exec(line) ?? []
    if (name === undefined) return []
    const body = [...(bodies.get(nameOf(bodies, name)) ?? [])].join(" ").trim()
    return [{ name, message: body === "" ? why : `${why}: ${body}` }]
  })
}

/** `Test #2: sum.bad ......Subprocess aborted***Exception:` runs name and dots together where the name is long. */
function nameOf(bodies: ReadonlyMap<string, unknown>, name: string): string {
  return bodies.has(name)
    ? name
    : ([...bodies.keys()].find((called) => called.replace(/\.{2,}.*$/, "") === name) ?? name)
}

function ctestCounts(lines: readonly string[]) {
  const failed = sumOf(lines, /^\d+% tests passed, (\d+) tests failed out of \d+/)
  const all = sumOf(lines, /^\d+% tests passed, \d+ tests failed out of (\d+)/)
  if (all === undefined || failed === undefined) return null
  const start = lines.findIndex((line) => line.startsWith("The following tests did not run:"))
  const leftOut =
    start < 0 ? [] : lines.slice(start + 1).flatMap((line) => /^\s+\d+ - .+ \((\w+)\)$/.exec(line)?.[1] ?? [])
  // A disabled one is not among all, one that skipped itself is among those that passed.
  const skipped = leftOut.filter((why) => why === "Skipped").length
  const disabled = leftOut.filter((why) => why === "Disabled").length
  return countsOf(all - failed - skipped, failed, skipped + disabled)
}

function gtest(lines: readonly string[]): CheckFinding[] {
  const blocks = blocksOf(lines, /^\[ RUN {6}\] /, /^\[ {7}OK \]|^\[-{10}\]|^\[={10}\]/)
  return blocks.flatMap((block) => {
    const end = block.findIndex((line) => line.startsWith("[  FAILED  ] "))
    if (end < 0) return []
    const body = block.slice(1, end)
    const place = body.map((line) => /^(\S+:\d+): Failure$/.exec(line)?.[1]).find((found) => found !== undefined)
    return [
      {
        place,
        name: block[0]?.replace(/^\[ RUN {6}\] /, ""),
        message: body.filter((line) => !/: Failure$/.test(line)).join(" "),
      },
    ]
  })
}

function gtestCounts(lines: readonly string[]) {
  const passed = sumOf(lines, /^\[ {2}PASSED {2}\] (\d+) tests?\./)
  const [failed = 0, skipped] = [
    sumOf(lines, /^\[ {2}FAILED {2}\] (\d+) tests?,/),
    sumOf(lines, /^\[ {2}SKIPPED \] (\d+) tests?,/),
  ]
  return passed === undefined ? null : countsOf(passed, failed, skipped)
}

function catch2(lines: readonly string[]): CheckFinding[] {
  return blocksOf(lines, /^\S+:\d+: FAILED:$/, /^(?:-{40,}|={40,}|\.{40,})$/).map((block) => {
    const place = block[0]?.replace(/: FAILED:$/, "")
    const rules = lines
      .slice(0, lines.indexOf(block[0] ?? ""))
      .flatMap((line, at) => (/^-{40,}$/.test(line) ? [at] : []))
    const [from = 0, to = 0] = rules.slice(-2)
    // The test case and the sections in it, one below the other.
    const title = lines.slice(from + 1, to).map((line) => line.trim())
    return { place, name: title.join(" > "), file: place, message: block.slice(1).join(" ") }
  })
}

function catchCounts(lines: readonly string[]) {
  const passed = sumOf(lines, /^test cases: .*?(\d+) passed/)
  const failed = sumOf(lines, /^test cases: .*?(\d+) failed/)
  const all = sumOf(lines, /^All tests passed \(\d+ assertions? in (\d+) test cases?\)/)
  return countsOf(passed ?? all, failed)
}
