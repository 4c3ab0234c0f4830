// `npm test`: sets up, checks, runs all tests and examples, and ends with the line `N passed, N failed`.
import { differences } from "./attack-table.js"
import { beside } from "./beside.js"
import { build, env, install } from "./bootstrap.js"
import { chooseSamples } from "./samples.js"
import { prepareSystem } from "./system.js"
import { playAttacksAsOrdinaryUser, runVitest } from "./vitest-run.js"

const IS_WHOLE = process.env.KEELSON_TEST_WHOLE !== undefined

install()
env.KEELSON_TEST_SAMPLE = process.env.KEELSON_TEST_SAMPLE = chooseSamples()
prepareSystem()
const checking = beside("node", ["scripts/check.js"], env)
build()
const failedCheck = await checking
if (failedCheck) process.exit(failedCheck)
const args = process.argv.slice(2)
// With arguments somebody wants some tests only.
const others = args.length === 0 ? playAttacksAsOrdinaryUser() : undefined
const own = await runVitest(args)
const other = await others
process.exit(conclude([own, other].filter((run) => run !== undefined)) || compareTable())

function conclude(runs) {
  const total = (name) => runs.reduce((sum, { report }) => sum + (report?.[name] ?? 0), 0)
  const [passed, failed] = [total("numPassedTests"), total("numFailedTests")]
  const skipped = total("numPendingTests") + total("numTodoTests")
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  if (process.env.CI && skipped > 0) {
    console.error("keelson: in CI a skipped test is a failed one.")
    return 1
  }
  const code = runs.find((run) => run.code !== 0)?.code ?? 0
  return runs.every(({ report }) => report?.success) && passed > 0 ? code : code || 1
}

/** What docs/security.md says of the attacks is what was seen. */
function compareTable() {
  const found = other ? differences({ asRoot: own.report, asUser: other.report }, IS_WHOLE) : []
  if (found.length === 0) return 0
  console.error("keelson: the table in docs/security.md is not what was seen; npm run attacks writes it anew:")
  for (const row of found) console.error(`  ${row}`)
  return 1
}
