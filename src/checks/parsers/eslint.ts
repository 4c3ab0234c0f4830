import { countsOf, type Parser, sumOf, told } from "./reading.ts"

const PROBLEM = /^ +(\d+:\d+) +(error|warning) +(.*?)(?: {2,}(\S+))?$/

/** ESLint's stylish format: a file, then its problems. */
export const eslint: Parser = (lines) => {
  const problems: { severity: string; text: string }[] = []
  let file = ""
  for (const line of lines) {
    const [, place, severity = "", message = "", rule] = PROBLEM.exec(line) ?? []
    if (place === undefined) file = /^\S.*\.\w+$/.test(line) ? line : file
    else problems.push({ severity, text: told({ place: `${file}:${place}`, name: rule, message }) })
  }
  const errors = problems.filter(({ severity }) => severity === "error")
  // Warnings alone fail a check that allows none.
  const failing = (errors.length > 0 ? errors : problems).map(({ text }) => text)
  return { failing, counts: countsOf(undefined, sumOf(lines, /^✖ \d+ problems? \((\d+) errors?/)) }
}
