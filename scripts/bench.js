// `npm run bench`: sets up, builds, then measures (all, or what is named after `npm run bench --`).
import { build, env, install, tryRun } from "./bootstrap.js"

install()
build()
process.exit(tryRun("node", ["bench/main.ts", ...process.argv.slice(2)], env))
