import { type CheckFinding, countsOf, type Parser, sumOf } from "../../reading/reading.ts"

const PROBLEM = /^ +(\d+:\d+) +(error|warning) +(.*?)(?: {2,}(\S+))?$/

/** ESLint's stylish format: a file, then its problems. */
export const eslint: Parser = (lines) => {
  const problems: { severity: string; finding: CheckFinding }[] = []
  let file = ""
  for (const line of lines) {
    const [, place, severity = "", message = "", rule] = PROBLEM.exec(line) ?? []
    if (place === undefined) file = /^\S.*\.\w+$/.test(line) ? line : file
    else problems.push({ severity, finding: { place: `${file}:${place}`, name: rule, rule: rule ?? message, message } })
  }
  const errors = problems.filter(({ severity }) => severity === "error")
  // Warnings alone fail a check that allows none.
  const findings = (errors.length > 0 ? errors : problems).map(({ finding }) => finding)
  return { findings, counts: countsOf(undefined, sumOf(lines, /^✖ \d+ problems? \((\d+) errors?/)) }
}
