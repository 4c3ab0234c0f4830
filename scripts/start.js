// `npm start`: the main job on a fresh machine. Sets up, then runs the demo (or whatever follows `npm start --`).
import { join } from "node:path"
import { build, env, install, root, tryRun } from "./bootstrap.js"

install()
build()
const args = process.argv.slice(2)
process.exit(tryRun("node", [join(root, "bin", "keelson.js"), ...(args.length > 0 ? args : ["demo"])], env))
