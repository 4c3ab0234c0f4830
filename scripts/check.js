// `npm run check`: format, lint, types and import boundaries, in seconds.
import { join } from "node:path"
import { beside } from "./beside.js"
import { env, install, run } from "./bootstrap.js"

install()
// Side by side: none of them needs another's word, and most of them keep one core busy.
const codes = await Promise.all([
  beside("biome", ["check", "."], env),
  types(),
  beside("node", ["--test", "--test-reporter=dot", "test/architecture.check.js"], env),
])
const failed = codes.find((code) => code !== 0)
if (failed) process.exit(failed)
// Only said here: whoever changes an English page need not know Chinese. `npm run docs -- --strict` fails for them.
run("node", ["scripts/docs/twins.js"], env)

async function types() {
  for (const project of ["tsconfig.json", "console"]) {
    const code = await beside("tsc", ["-p", project, ...remembering(project)], env)
    if (code !== 0) return code
  }
  return 0
}

/** What did not change since the last check is not checked again. */
function remembering(project) {
  return ["--incremental", "--tsBuildInfoFile", join("node_modules", ".cache", `check-${project}.tsbuildinfo`)]
}
