// `npm run packed`: the packed package as a stranger meets it, in an empty project: how much is installed, what publint and
// arethetypeswrong say, whether it type-checks strictly beside another zod 4, and the first use of each extra. Needs the registry.
// `-- install` or `-- extras`: only that. Figures go into docs/figures.md and docs/extras.md.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build, install } from "./bootstrap.js"

const PARTS = ["install", "extras"]
const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !PARTS.includes(word))
if (unknown.length > 0) {
  console.error(`keelson: there is no part ${unknown.join(", ")}; there are: ${PARTS.join(", ")}.`)
  process.exit(2)
}
const isAsked = (part) => asked.length === 0 || asked.includes(part)

install()
build()
// What they import is there only now.
const { lint, measureInstall, typeCheck } = await import("./packed/installed.js")
const { firstUses } = await import("./packed/first-use.js")
const { pack } = await import("./published.js")
const { writeFigures, writeUses } = await import("./packed/tables.js")

const place = mkdtempSync(join(tmpdir(), "keelson-packed-"))
const faults = []
try {
  const tarball = pack(place)
  if (isAsked("install")) {
    const figures = {
      ...measureInstall(place, tarball, faults),
      ...(await lint(tarball, faults)),
      ...typeCheck(place, tarball, faults),
    }
    console.table(figures)
    if (faults.length === 0) writeFigures(figures)
  }
  if (isAsked("extras")) {
    const uses = await firstUses(place, tarball, faults)
    if (faults.length === 0) writeUses(uses)
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
for (const fault of faults) console.error(`✗ ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
