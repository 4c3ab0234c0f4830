// `npm run check`: format, lint, types and import boundaries, in seconds.
import { join } from "node:path"
import { env, install, run } from "./bootstrap.js"

install()
run("biome", ["check", "."], env)
for (const project of ["tsconfig.json", "console"]) run("tsc", ["-p", project, ...remembering(project)], env)
run("node", ["--test", "--test-reporter=dot", "test/architecture.check.js"], env)
// Only said here: whoever changes an English page need not know Chinese. `npm run docs -- --strict` fails for them.
run("node", ["scripts/docs/twins.js"], env)

/** What did not change since the last check is not checked again. */
function remembering(project) {
  return ["--incremental", "--tsBuildInfoFile", join("node_modules", ".cache", `check-${project}.tsbuildinfo`)]
}
