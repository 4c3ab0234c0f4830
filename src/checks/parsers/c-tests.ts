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
  return all === undefined || failed === undefined ? null : countsOf(all - failed, failed)
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
  return passed === undefined ? null : countsOf(passed, sumOf(lines, /^\[ {2}FAILED {2}\] (\d+) tests?,/) ?? 0)
}

function catch2(lines: readonly string[]): CheckFinding[] {
  return blocksOf(lines, /^\S+:\d+: FAILED:$/, /^(?:-{40,}|={40,}|\.{40,})$/).map((block) => {
    const place = block[0]?.replace(/: FAILED:$/, "")
    const title = lines.slice(0, lines.indexOf(block[0] ?? "")).findLastIndex((line) => /^-{40,}$/.test(line))
    return { place, name: lines[title - 1]?.trim(), file: place, message: block.slice(1).join(" ") }
  })
}

function catchCounts(lines: readonly string[]) {
  const passed = sumOf(lines, /^test cases: .*?(\d+) passed/)
  const failed = sumOf(lines, /^test cases: .*?(\d+) failed/)
  const all = sumOf(lines, /^All tests passed \(\d+ assertions? in (\d+) test cases?\)/)
  return countsOf(passed ?? all, failed)
}
