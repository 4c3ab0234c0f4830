// `npm run bench`: sets up, builds, then measures (all, or what is named after `npm run bench --`).
import { build, env, install, tryRun } from "./bootstrap.js"

const asked = process.argv.slice(2)
install()
// Jobs are about what comes of a run, not about how fast it starts: they run the sources.
const isAboutJobs = asked[0] === "jobs"
if (!isAboutJobs) build()
process.exit(tryRun("node", [...(isAboutJobs ? ["--conditions=keelson-source"] : []), "bench/main.ts", ...asked], env))
