/** A line that says that something passed, was skipped, or that it is running; it never tells a failure. */
const PASSING: readonly RegExp[] = [
  // TAP, node:test and what is written like it.
  /^\s*(?:ok \d+\b|# Subtest\b|TAP version \d+$|\d+\.\.\d+(?: #.*)?$|# (?:time|pass|ok|skip|skipped|todo|tests|suites|cancelled|duration_ms)\b|# fail 0$|ℹ )/,
  /^\s*(?:not ok \d+.* # (?:todo|skip)\b)/i,
  // prove.
  /^\S+ \.{2,} ?(?:ok|skipped\b.*)(?:\s+\d+ ms)?$|^All tests successful\.$/,
  // Signs of reporters.
  /^\s*(?:✓|✔|√|✅|☑|▶ )/u,
  /^\s*(?:PASS(?:ED)?\b|=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:PASS|SKIP)\b|ok\s+\S+\s+(?:\(cached\)|[\d.]+s)|\?\s+\S+\s+\[no test files\])/,
  // pytest, unittest, cargo, gtest, ctest, RSpec, PHPUnit, ExUnit, XCTest.
  /^\S+ PASSED\b|^\S+::\S+ (?:PASSED|SKIPPED|XFAIL)\b|^\w+ \([\w.]+\) \.\.\. (?:ok|skipped)/,
  /^test .* \.\.\. (?:ok|ignored|bench)\b|^test result: ok\b/,
  /^\[\s*(?:OK|RUN|PASSED|-+|=+)\s*\]/,
  /^\s*\d+\/\d+ Test +#\d+: .*\bPassed\b|^\s*Start +\d+: /,
  /^Test (?:Case|Suite) '.*' (?:passed|started)/,
  /^\s*[◇✔] (?:Test|Suite)\b.*\b(?:passed|started)\b/u,
  /^\s*(?:Passed|Skipped) \S.*\[.*\]$/,
  /^.* \.\.\. ok(?: \(.*\))?$/,
  // Maven, Gradle.
  /^\[INFO\]|^> Task :\S+(?: UP-TO-DATE| NO-SOURCE| FROM-CACHE| SKIPPED)?$|^\S.* > .* PASSED$/,
  // Progress: dots and letters, percentages.
  /^[.FEsSxXPRUWI*·✓✔-]*[.·][.FEsSxXPRUWI*·✓✔-]*(?:\s+\[\s*\d+%\]|\s+\d+ ?\/ ?\d+ \(\s*\d+%\))?$/u,
]

export function hasPassed(line: string): boolean {
  return PASSING.some((pattern) => pattern.test(line))
}
