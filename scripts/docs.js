// `npm run docs`: draws the diagrams, writes the reference, checks every link and makes a site of all pages in site/.
//   --strict       Chinese pages that lag behind, or are missing, fail it too
//   --mark NAME …  says that a Chinese page was brought up to date with its English
//   --check        writes nothing
import { join } from "node:path"
import { install, root } from "./bootstrap.js"

install()
const { brokenLinks } = await import("./docs/links.js")
const { laggingPages, lagWords, mark, missingTwins } = await import("./docs/twins.js")

const words = process.argv.slice(2)
if (words[0] === "--mark") {
  const marked = mark(words.slice(1))
  console.log(
    marked.length === 0 ? "No Chinese page has such a name." : marked.map((page) => `marked ${page}`).join("\n"),
  )
  process.exit(marked.length === 0 ? 1 : 0)
}

const { writeReference } = await import("./docs/reference.js")
const { drawDiagrams } = await import("./docs/diagrams.js")
const { writeTables } = await import("./option-tables.js")
if (!words.includes("--check")) {
  writeTables()
  writeReference()
  drawDiagrams()
}
const lagging = lagWords(laggingPages())
const missing = missingTwins().map((page) => `${page} has no Chinese page`)
for (const line of [...lagging, ...missing]) console.warn(`docs: ${line}`)
const broken = brokenLinks()
for (const line of broken) console.error(`docs: ${line}`)
if (!words.includes("--check")) {
  const { buildSite } = await import("./docs/site.js")
  console.log(`docs: ${buildSite(join(root, "site"))} pages in site/; open site/index.html`)
}
process.exit(broken.length > 0 || (words.includes("--strict") && lagging.length + missing.length > 0) ? 1 : 0)
