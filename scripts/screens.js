// `npm run screens`: sets up, builds, then plays every point of the command line in tmux at three widths; with numbers, those points alone.
import { build, env, install, tryRun } from "./bootstrap.js"
import { prepareSystem } from "./system.js"

install()
prepareSystem(["tmux", "git", "bubblewrap"])
build()
const points = process.argv.slice(2)
process.exit(tryRun("node", ["--conditions=keelson-source", "scripts/draw-screens.ts", ...points], env))
