import { type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const COMPILER = /^\[ERROR\] (\/?\S+\.(?:java|kt|scala|groovy)):\[(\d+),(\d+)\] (.*)$/
const TEST = /^\[ERROR\] {3}(\S+?)(?::(\d+))?(?:->\S+)? (.+)$/
const TOTALS = /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/

/** Maven with surefire: errors of the compiler, then the short list of its results. */
export const maven: Parser = (lines) => {
  const results = lines.findIndex((line) => /^\[(INFO|ERROR)\] Results:$/.test(line))
  const tests =
    results < 0
      ? []
      : lines
          .slice(results)
          .map((line) => TEST.exec(line))
          .filter((found) => found !== null)
  const findings = [
    ...compilerLines(lines),
    ...tests.map(([, name = "", line, message = ""]) => ({
      name: line ? `${name}:${line}` : name,
      known: name,
      message,
    })),
  ]
  return { findings: findings.length > 0 ? findings : goalLines(lines), counts: countsIn(lines) }
}

function compilerLines(lines: readonly string[]): CheckFinding[] {
  // The list stands there a second time, shorter, as the reason of the goal's failure.
  const places = new Set<string>()
  return lines.flatMap((line, index) => {
    const [, file, row, column, text = ""] = COMPILER.exec(line) ?? []
    const place = `${file}:${row}:${column}`
    if (file === undefined || places.has(place)) return []
    places.add(place)
    // `symbol:` and `location:` stand below.
    const below = [1, 2].map((step) => /^(?:\[ERROR\])? {2}(\w+: .*)$/.exec(lines[index + step] ?? "")?.[1] ?? "")
    return [{ place, rule: text, message: [text, ...below].join(" ") }]
  })
}

/** What maven itself says at the end; all there is where a plugin failed. */
function goalLines(lines: readonly string[]): CheckFinding[] {
  return lines
    .filter((line) =>
      /^\[ERROR\] (Failed to execute goal|No plugin found|Non-resolvable|Could not|The build could not)/.test(line),
    )
    .map((message) => ({ message }))
}

function countsIn(lines: readonly string[]) {
  const totals = lines.filter((line) => TOTALS.test(line))
  const [all, failures, errors, skipped] = [1, 2, 3, 4].map((group) =>
    sumOf(totals, new RegExp(`(?:.*?(?:run|Failures|Errors|Skipped): ){${group}}(\\d+)`)),
  )
  if (all === undefined) return null
  const failed = (failures ?? 0) + (errors ?? 0)
  return countsOf(all - failed - (skipped ?? 0), failed, skipped)
}
