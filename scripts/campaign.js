// `npm run campaign`: real processes under faults, as long and as often as one likes; writes the tables in docs/reliability.md.
import { build, env, install, tryRun } from "./bootstrap.js"

install()
build()
const main = ["--conditions=keelson-source", "test/campaign/main.ts", ...process.argv.slice(2)]
process.exit(tryRun("node", main, env))
