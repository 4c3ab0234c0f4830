// `npm run recordings`: sets up, builds, then plays what the pictures of the terminal in the docs show.
import { build, env, install, tryRun } from "./bootstrap.js"

install()
build()
process.exit(tryRun("node", ["--conditions=keelson-source", "scripts/draw-recordings.ts"], env))
