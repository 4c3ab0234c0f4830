// `npm run docs`: draws the diagrams, writes the reference and the option tables, checks every link and makes a site of all pages in site/.
//   --strict       Chinese pages that lag behind or are missing, and with --check a stale reference, fail it too
//   --mark NAME …  says that a Chinese page was brought up to date with its English
//   --check        writes nothing
import { join } from "node:path"
import { install, root } from "./bootstrap.js"

install()
const words = process.argv.slice(2)
process.exit(words[0] === "--mark" ? await renewMarks(words.slice(1)) : await makeDocs(new Set(words)))

async function renewMarks(names) {
  const { mark } = await import("./docs/twins.js")
  const marked = mark(names)
  const said = marked.map((page) => `marked ${page}`)
  console.log(said.length === 0 ? "No Chinese page has such a name." : said.join("\n"))
  return said.length === 0 ? 1 : 0
}

async function makeDocs(flags) {
  if (!flags.has("--check")) await writeParts()
  const { brokenLinks } = await import("./docs/links.js")
  const { lagWords, missingTwins } = await import("./docs/twins.js")
  const { staleReference } = await import("./docs/reference.js")
  const missing = missingTwins().map((page) => `${page} has no Chinese page`)
  const behind = [...lagWords(), ...missing, ...staleReference()]
  const broken = brokenLinks()
  for (const line of [...behind, ...broken]) console.warn(`docs: ${line}`)
  if (!flags.has("--check")) await writeSite()
  return broken.length > 0 || (flags.has("--strict") && behind.length > 0) ? 1 : 0
}

async function writeParts() {
  const { writeTables } = await import("./option-tables.js")
  const { writeReference } = await import("./docs/reference.js")
  const { drawDiagrams } = await import("./docs/diagrams.js")
  writeTables()
  writeReference()
  drawDiagrams()
}

async function writeSite() {
  const { buildSite } = await import("./docs/site.js")
  console.log(`docs: ${buildSite(join(root, "site"))} pages in site/; open site/index.html`)
}
