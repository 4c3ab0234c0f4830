import { blocksOf, type CheckFinding, countsOf, type Parser } from "../reading/reading.ts"

const RESULT = /^(\/\/\S+) +(?:\(cached\) )?(PASSED|FAILED|TIMEOUT|NO STATUS|FLAKY|FAILED TO BUILD)\b/
const ERROR = /^ERROR: (?:(\S+:\d+:\d+): )?(.+)$/

/** Bazel's list of targets; what a test printed stands above it with `--test_output=errors`. */
export const bazel: Parser = (lines) => {
  const results = lines.map((line) => RESULT.exec(line)).filter((found) => found !== null)
  if (
    results.length === 0 &&
    !lines.some((line) => /^INFO: (?:Analyzed|Build completed|Elapsed time)|^FAILED: Build did NOT/.test(line))
  ) {
    return { findings: [], counts: null }
  }
  const outputs = new Map(
    blocksOf(lines, /^=+ Test output for (\/\/\S+):$/, /^={60,}$/).map((block) => [
      /(\/\/\S+):$/.exec(block[0] ?? "")?.[1] ?? "",
      block.slice(1).join(" "),
    ]),
  )
  const failed = results.filter(([, , status]) => status !== "PASSED" && status !== "NO STATUS")
  const targets = failed.map(([, name = "", status = ""]) => ({ name, message: outputs.get(name) ?? status }))
  const errors = lines.flatMap((line): CheckFinding[] => {
    const [, place, message = ""] = ERROR.exec(line) ?? []
    return place === undefined ? [] : [{ place, rule: message, message }]
  })
  const passed = results.filter(([, , status]) => status === "PASSED").length
  return { findings: [...errors, ...targets], counts: results.length === 0 ? null : countsOf(passed, failed.length) }
}
