import { stripVTControlCharacters } from "node:util"
import type { CommandResult } from "../../tools/process/run-command.ts"
import type { CheckVerdict } from "../cell.ts"
import type { NamedTests } from "../job.ts"

/** How a line of some runner's output says that a test passed or failed: `status` and `name` are what it captures. */
const LINES: readonly RegExp[] = [
  // pytest -rA, and its verbose form
  /^(?<status>PASSED|FAILED|ERROR|XFAIL|XPASS|SKIPPED)\s+(?<name>\S.*?)(?: - .*)?$/,
  /^(?<name>\S.*::\S.*?)\s+(?<status>PASSED|FAILED|ERROR|XFAIL|XPASS|SKIPPED)\b/,
  // unittest and Django
  /^(?<name>\w+ \([\w.]+\)) \.\.\. (?<status>ok|FAIL|ERROR|skipped)/,
  // go test -v
  /^\s*--- (?<status>PASS|FAIL|SKIP): (?<name>\S+)/,
  // cargo
  /^test (?<name>\S+)(?: - .*?)? \.\.\. (?<status>ok|FAILED|ignored)$/,
  // TAP, node --test
  /^\s*(?<status>not ok|ok)\s+\d+(?: -)?\s+(?<name>\S.*?)(?: #.*)?$/,
  // mocha, jest, vitest, node's spec reporter
  /^\s*(?<status>✓|✔|✗|✘|✖|×)\s+(?<name>\S.*?)(?: [([]?[\d.]+ ?m?s[)\]]?)?$/,
]

const PASSED: ReadonlySet<string> = new Set(["PASSED", "XFAIL", "ok", "PASS", "✓", "✔"])

/** Each test that was asked about: it must have run and passed, and the suite must not have ended with a failure it does not name. */
export function verdictsByName(tests: NamedTests, ended: CommandResult): CheckVerdict[] {
  const statuses = statusesIn(ended.output)
  const names = [...tests.failToPass, ...tests.passToPass]
  // Whoever prints "PASSED" by itself can't make the suite end well.
  const isForged = ended.exitCode !== 0 && ![...statuses.values()].includes(false)
  return names.map((name) => {
    const status = statuses.get(name)
    const why = ended.timedOut
      ? "the tests took too long"
      : isForged
        ? `the tests ended with ${ended.exitCode} and named no failure`
        : status === undefined
          ? "it did not run"
          : status
            ? ""
            : "it failed"
    return { name, passed: why === "", why }
  })
}

/** Whether each test passed, by its name; one that was run twice has to pass each time. */
export function statusesIn(output: string): Map<string, boolean> {
  const statuses = new Map<string, boolean>()
  for (const line of stripVTControlCharacters(output).split("\n")) {
    const found = LINES.map((pattern) => pattern.exec(line.trimEnd())?.groups).find(Boolean)
    if (!found?.name || !found.status) continue
    const passed = PASSED.has(found.status)
    statuses.set(found.name, passed && (statuses.get(found.name) ?? true))
  }
  return statuses
}
