// `npm test`: sets up, checks, runs all tests and examples, and ends with the line `N passed, N failed`.
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build, env, install, root, run, tryRun } from "./bootstrap.js"
import { prepareSystem } from "./system.js"

install()
prepareSystem()
run("node", ["scripts/check.js"])
build()
const report = join(root, "node_modules", ".vitest-report.json")
rmSync(report, { force: true })
const args = process.argv.slice(2)
const code = tryRun(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
  env,
)
process.exit(conclude(code))

function conclude(code) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = JSON.parse(
    readFileSync(report, "utf8"),
  )
  const skipped = numPendingTests + numTodoTests
  console.log(`${numPassedTests} passed, ${numFailedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  if (process.env.CI && skipped > 0) {
    console.error("keelson: in CI a skipped test is a failed one.")
    return 1
  }
  return success && numPassedTests > 0 ? code : code || 1
}
