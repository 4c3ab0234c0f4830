// What a release makes of the version and of the changelog; pure.

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
const UNRELEASED = "## [Unreleased]"
const MIGRATION = "**Migrating.**"

/** `major`, `minor`, `patch`, or a version that comes after the present one. */
export function versionAfter(present, asked) {
  const [major, minor, patch] = numbersOf(present)
  const steps = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }
  const next = steps[asked] ?? (VERSION.test(asked) ? numbersOf(asked) : undefined)
  if (next === undefined)
    throw new Error(`say which version: major, minor, patch, or one such as ${steps.minor.join(".")}.`)
  if (!comesAfter(next, [major, minor, patch])) throw new Error(`${asked} does not come after ${present}.`)
  return next.join(".")
}

/** Whether users may have to change something: below 1.0 the second number says so. */
export function mayBreak(present, next) {
  const [before, after] = [numbersOf(present), numbersOf(next)]
  return after[0] > before[0] || (after[0] === 0 && after[1] > before[1])
}

/** The unreleased entries get the version and the date; a new empty heading stands above them. */
export function changelogFor(text, { version, date, needsMigration }) {
  const [head, rest] = text.split(`${UNRELEASED}\n`)
  const entries = rest?.split(/^## \[/m)[0]?.trim()
  if (!entries) throw new Error("the changelog has no unreleased entries; a release without any has nothing to tell.")
  if (needsMigration && !entries.includes(MIGRATION))
    throw new Error(
      `${version} may break what people have; the changelog's unreleased entries need a line with ${MIGRATION} that says what to do, even if that is nothing.`,
    )
  return `${head}${UNRELEASED}\n\n## [${version}] - ${date.toISOString().slice(0, 10)}\n${rest}`
}

function numbersOf(version) {
  const parts = VERSION.exec(version)
  if (!parts) throw new Error(`"${version}" is no version.`)
  return parts.slice(1).map(Number)
}

function comesAfter(next, present) {
  const index = next.findIndex((part, place) => part !== present[place])
  return index >= 0 && next[index] > present[index]
}
