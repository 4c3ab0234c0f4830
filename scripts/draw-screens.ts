// Plays every point of the command line in tmux at 60, 80 and 120 columns, and writes docs/screens. Needs a build, tmux and a sandbox.
// npm run screens [-- NUMBER …]
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { POINTS } from "../test/cli/screens/points.ts"
import { played } from "../test/cli/screens/screens.ts"

try {
  execFileSync("tmux", ["-V"], { stdio: "ignore" })
} catch {
  console.error(
    "keelson: tmux is not there; install it (apt-get install tmux, brew install tmux), then run this again.",
  )
  process.exit(1)
}

const FOLDER = fileURLToPath(new URL("../docs/screens", import.meta.url))

const wanted = process.argv.slice(2).map(Number)
mkdirSync(FOLDER, { recursive: true })
for (const point of POINTS.filter(({ number }) => wanted.length === 0 || wanted.includes(number))) {
  const { path, text, faults } = await played(point)
  writeFileSync(join(FOLDER, path), text)
  console.log(`docs/screens/${path}${faults.length === 0 ? "" : `: ${faults.length} broken`}`)
  for (const fault of faults) console.error(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
