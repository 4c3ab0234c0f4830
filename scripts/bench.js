// `npm run bench`: sets up, builds, then measures (all, or what is named after `npm run bench --`).
import { build, env, install, tryRun } from "./bootstrap.js"

const asked = process.argv.slice(2)
install()
// These are about what comes of a run, not about how fast it starts: they run the sources.
const runsSources = ["jobs", "real-server"].includes(asked[0])
if (!runsSources) build()
process.exit(tryRun("node", [...(runsSources ? ["--conditions=keelson-source"] : []), "bench/main.ts", ...asked], env))
