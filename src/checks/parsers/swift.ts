import { type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const COMPILER = /^(\S.*\.swift:\d+:\d+): error: (.+)$/
const XCTEST = /^(\S.*?:\d+): error: -?\[?([\w.]+[. ]\w+)\]? : (.+)$/
const ENDED = /^Test Case '-?\[?([\w.]+[. ]\w+)\]?' failed \(/
const ISSUE = /^[✘] Test (.+?) recorded an issue(?: .*?)? at (\S+:\d+:\d+): (.+)$/u

/** `swift test`: the compiler, XCTest and Swift Testing. */
export const swift: Parser = (lines) => {
  const compiler = lines.map((line) => COMPILER.exec(line)).filter((found) => found !== null)
  const errors = new Map(
    compiler.map(([, place, message = ""]) => [`${place} ${message}`, { place, rule: message, message }]),
  )
  const findings: CheckFinding[] = [...errors.values(), ...assertions(lines), ...issues(lines)]
  return { findings, counts: countsIn(lines) }
}

/** A test may fail in several places; it has one name. */
function assertions(lines: readonly string[]): CheckFinding[] {
  const told = new Map<string, CheckFinding>()
  for (const line of lines) {
    const [, place = "", name = "", message = ""] = XCTEST.exec(line) ?? []
    if (name !== "" && !told.has(name))
      told.set(name, { place: place.startsWith("<") ? undefined : place, name, message })
    const ended = ENDED.exec(line)?.[1]
    if (ended !== undefined && !told.has(ended)) told.set(ended, { name: ended, message: "failed" })
  }
  return [...told.values()]
}

function issues(lines: readonly string[]): CheckFinding[] {
  const told = new Map<string, CheckFinding>()
  for (const line of lines) {
    const [, name = "", place, message = ""] = ISSUE.exec(line) ?? []
    if (name !== "" && !told.has(name)) told.set(name, { place, name, message })
  }
  return [...told.values()]
}

/** Each suite around another one has its own total: the last is the one of all. */
function countsIn(lines: readonly string[]) {
  const xctest = lines.findLast((line) => /^\s*Executed \d+ tests?, with /.test(line)) ?? ""
  const all = sumOf([xctest], /Executed (\d+) tests?/)
  const skipped = sumOf([xctest], /(\d+) tests? skipped/) ?? 0
  const failed = new Set(lines.map((line) => ENDED.exec(line)?.[1]).filter(Boolean)).size
  const testing = sumOf(lines, /^[✘✔] Test run with (\d+) tests?/u)
  const issuesFailed = new Set(issues(lines).map(({ name }) => name)).size
  if (all === undefined && testing === undefined) return null
  return countsOf((all ?? 0) + (testing ?? 0) - skipped - failed - issuesFailed, failed + issuesFailed, skipped)
}
