import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const TEST = /^(\S.*) > (.+) FAILED$/
const COMPILER = /^(?:e: (?:file:\/\/)?)?(\/?\S+\.(?:java|kt|groovy|scala):\d+(?::\d+)?):? (?:error: )?(.+)$/
/** Before 4.7 a compiler's first error stands in the line that names its task, with nothing in between. */
const TASK = /^:(?:[\w.-]+:)*compile(?:[A-Z][A-Za-z]*?)?(?:Java|Kotlin|Groovy|Scala)(?=[\w./])/
const LIBRARY = /\b(org\.junit|org\.opentest4j|org\.assertj|org\.testng|java\.base|jdk\.internal|kotlin\.test)\b.*\(/

/** Gradle: errors of the compiler, tests that failed, and what it says went wrong. */
export const gradle: Parser = (lines) => {
  if (!lines.some((line) => /^(> Task :|BUILD (FAILED|SUCCESSFUL)|FAILURE: Build failed)/.test(line))) {
    return { findings: [], counts: null }
  }
  const errors = lines.map((line) => COMPILER.exec(line.replace(TASK, ""))).filter((found) => found !== null)
  const tests = blocksOf(lines, TEST, /^(\S|$)/).map(testFinding)
  const findings = [...errors.map(([, place, message = ""]) => ({ place, rule: message, message })), ...tests]
  return { findings: findings.length > 0 ? findings : wentWrong(lines), counts: countsIn(lines) }
}

function testFinding(block: readonly string[]): CheckFinding {
  const text = block.slice(1)
  const stack = text.findIndex((line) => /^ +at /.test(line))
  const place = text
    .filter((line) => !LIBRARY.test(line))
    .map((line) => /\(?(\w+\.(?:java|kt|groovy|scala):\d+)\)?$/.exec(line)?.[1])
    .find((found) => found !== undefined)
  const [, suite, name] = TEST.exec(block[0] ?? "") ?? []
  return { place, name: `${suite} > ${name}`, message: text.slice(0, stack < 0 ? undefined : stack).join(" ") }
}

/** Gradle's own words, for what neither a compiler nor a test said. */
function wentWrong(lines: readonly string[]): CheckFinding[] {
  const start = lines.indexOf("* What went wrong:")
  if (start < 0) return []
  const text = lines.slice(start + 1)
  return text.slice(0, text.indexOf("")).map((line) => ({ message: line }))
}

function countsIn(lines: readonly string[]) {
  const all = sumOf(lines, /^(\d+) tests? completed/)
  if (all === undefined) return null
  const failed = sumOf(lines, /^\d+ tests? completed, (\d+) failed/) ?? 0
  const skipped = sumOf(lines, /^\d+ tests? completed, .*?(\d+) skipped/) ?? 0
  return countsOf(all - failed - skipped, failed, skipped)
}
