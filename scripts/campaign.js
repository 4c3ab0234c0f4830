// `npm run campaign`: real processes under faults, as long and as often as one likes; writes the tables in docs/reliability.md.
// `npm run campaign -- cluster`: the same for workers on a database; writes the table in docs/cluster.md.
import { build, env, install, tryRun } from "./bootstrap.js"

install()
build()
const asked = process.argv.slice(2)
const [folder, words] = asked[0] === "cluster" ? ["test/cluster/campaign", asked.slice(1)] : ["test/campaign", asked]
const main = ["--conditions=keelson-source", `${folder}/main.ts`, ...words]
process.exit(tryRun("node", main, env))
