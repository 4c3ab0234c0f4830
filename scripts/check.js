// `npm run check`: format, lint, types and import boundaries, in seconds.
import { env, install, run } from "./bootstrap.js"

install()
run("biome", ["check", "."], env)
run("tsc", ["-p", "tsconfig.json"], env)
run("tsc", ["-p", "console"], env)
run("node", ["--test", "--test-reporter=dot", "test/architecture.check.js"], env)
