// `npm run release -- VERSION [--publish]`: gives the changelog's unreleased entries that version and today's date, checks, tests
// everything, and packs. The last step is yours, or `--publish` does it; on a CI with an identity it publishes with provenance.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env, install, root, run, tryRun } from "./bootstrap.js"
import { changelogFor, versionAfter } from "./version.js"

const words = process.argv.slice(2)
const [asked = ""] = words.filter((word) => !word.startsWith("--"))
const manifestFile = join(root, "package.json")
const changelogFile = join(root, "CHANGELOG.md")
const before = { manifest: readFileSync(manifestFile, "utf8"), changelog: readFileSync(changelogFile, "utf8") }

if (tryRun("git", ["diff", "--quiet", "HEAD"]) !== 0) stop("there are changes that are not committed.")
const version = orStop(() => versionAfter(JSON.parse(before.manifest).version, asked))
const changelog = orStop(() => changelogFor(before.changelog, version, new Date()))
install()
writeFileSync(changelogFile, changelog)
run("npm", ["version", version, "--no-git-tag-version", "--loglevel=error"])
for (const step of ["check", "test:all"]) if (tryRun("npm", ["run", step]) !== 0) putBack(`npm run ${step} failed`)
run("node", [join("scripts", "pack.js"), "."])
run("git", ["commit", "--quiet", "-a", "-m", `release: ${version}`])
run("git", ["tag", "-a", `v${version}`, "-m", `Keelson ${version}`])

const publish = ["publish", `keelson-${version}.tgz`, "--provenance", "--access", "public"]
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
function putBack(why) {
  tryRun("git", ["checkout", "--quiet", "--", "package.json", "package-lock.json", "CHANGELOG.md"])
  stop(`${why}; package.json and CHANGELOG.md are as they were.`)
}

function stop(why) {
  console.error(`keelson: ${why}`)
  process.exit(1)
}
