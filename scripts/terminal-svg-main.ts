// Draws what comes on standard input on standard output; see draw-demo.sh.
import { readFileSync } from "node:fs"
import { terminalSvg } from "./terminal-svg.ts"

process.stdout.write(terminalSvg(readFileSync(0, "utf8"), "keelson demo in a terminal"))
