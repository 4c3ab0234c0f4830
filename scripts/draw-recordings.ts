// Plays the first ten minutes on a terminal, and writes docs/first-ten-minutes.md and docs/recordings/*.svg. Needs a build and a sandbox.
// npm run recordings
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { recordings } from "../test/cli/recordings.ts"

const DOCS = fileURLToPath(new URL("../docs", import.meta.url))

for (const [path, content] of await recordings()) {
  mkdirSync(dirname(join(DOCS, path)), { recursive: true })
  writeFileSync(join(DOCS, path), content)
  console.log(`docs/${path}`)
}
