// `npm run release -- VERSION [--publish]`: gives the changelog's unreleased entries that version and today's date, checks, tests
// everything, packs, rehearses publishing, commits and tags. The last step is yours, or `--publish` does it: with provenance on a CI that
// vouches for what it publishes.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env, install, rememberInstalled, root, run, tryRun } from "./bootstrap.js"
import { changelogFor, mayBreak, versionAfter } from "./version.js"

/** Each has to pass. They may write figures and tables into the docs, which belong to the release. */
const STEPS = [["check"], ["docs", "--", "--strict"], ["test:all"], ["packed"], ["pack"]]
const WRITTEN = ["package.json", "package-lock.json", "CHANGELOG.md", "docs"]

const words = process.argv.slice(2)
const [asked = ""] = words.filter((word) => !word.startsWith("--"))
const present = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version
const changelogFile = join(root, "CHANGELOG.md")

if (tryRun("git", ["diff", "--quiet", "HEAD"]) !== 0) stop("there are changes that are not committed.")
const version = orStop(() => versionAfter(present, asked))
const tag = `v${version}`
if (tryRun("git", ["rev-parse", "--quiet", "--verify", `refs/tags/${tag}`]) === 0)
  stop(`there is a tag ${tag} already.`)
const release = { version, date: new Date(), needsMigration: mayBreak(present, version) }
const changelog = orStop(() => changelogFor(readFileSync(changelogFile, "utf8"), release))

const tarball = `./keelson-${version}.tgz`
const vouched = isVouchedFor(process.env) ? ["--provenance"] : []
const publish = ["publish", tarball, "--access", "public", ...vouched]

install()
writeFileSync(changelogFile, changelog)
run("npm", ["version", version, "--no-git-tag-version", "--loglevel=error"])
rememberInstalled()
for (const step of STEPS) orPutBack(["run", ...step])
orPutBack([...publish, "--dry-run"])
run("git", ["commit", "--quiet", "-a", "-m", `release: ${version}`])
run("git", ["tag", "-a", tag, "-m", `Keelson ${version}`])

if (words.includes("--publish")) run("npm", publish, env)
else console.log(`Ready. What is left:\n  git push --follow-tags\n  npm ${publish.join(" ")}`)

function orStop(make) {
  try {
    return make()
  } catch (error) {
    return stop(error.message)
  }
}

/** Nothing of a release that failed stays. */
function orPutBack(step) {
  if (tryRun("npm", step) === 0) return
  tryRun("git", ["checkout", "--quiet", "--", ...WRITTEN])
  rememberInstalled()
  stop(`npm ${step.join(" ")} failed; everything is as it was before.`)
}

/** npm refuses to say where a package comes from, unless a CI with an identity says so. */
function isVouchedFor({ ACTIONS_ID_TOKEN_REQUEST_URL: github, SIGSTORE_ID_TOKEN: gitlab }) {
  return Boolean(github || gitlab)
}

function stop(why) {
  console.error(`keelson: ${why}`)
  process.exit(1)
}
