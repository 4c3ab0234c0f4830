// docs/reference: one page for each door of the package, from the comments in the sources.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT, textOf } from "./pages.js"
import { entryPoints, symbolsOf } from "./symbols.js"

const FOLDER = "docs/reference"

const ABOUT = {
  keelson: "agents: make one, run requests, read results, define tools and models",
  "keelson/ai": "a run as a language model of the AI SDK",
  "keelson/host": "from a config to agents, as the command line has them",
  "keelson/strategy": "what strategies are made of, for one of your own",
  "keelson/server": "the HTTP API and the console, in a program of yours",
  "keelson/protocol": "what goes over the wire and to disk: schemas and their types",
  "keelson/testing": "scripted and simulated models, a model server, stores that crash",
}

/** Writes the pages anew. */
export function writeReference() {
  mkdirSync(join(ROOT, FOLDER), { recursive: true })
  for (const [page, text] of referencePages()) writeFileSync(join(ROOT, page), text)
}

/** Those that are not what the sources say by now. */
export function staleReference() {
  const isThere = ([page, text]) => existsSync(join(ROOT, page)) && textOf(page) === text
  return referencePages().flatMap((one) => (isThere(one) ? [] : [`${one[0]} is stale: npm run docs writes it anew`]))
}

function referencePages() {
  const doors = entryPoints().map((door) => ({ ...door, symbols: symbolsOf(door.file) }))
  const pages = doors.map((door) => [`${FOLDER}/${pageOf(door.name)}.md`, doorPage(door)])
  return [[`${FOLDER}/README.md`, indexPage(doors)], ...pages]
}

function indexPage(doors) {
  const rows = doors.map(
    ({ name, symbols }) => `| [\`${name}\`](${pageOf(name)}.md) | ${symbols.length} | ${ABOUT[name] ?? ""} |`,
  )
  return `# Reference

Every symbol that the package publishes, made from the comments in its sources by \`npm run docs\`. How they are used: [the library](../library.md).

| import from | symbols | for |
|---|---|---|
${rows.join("\n")}
`
}

function doorPage({ name, symbols }) {
  const list = symbols.map((symbol) => `[\`${symbol.name}\`](#${symbol.name.toLowerCase()})`).join(" · ")
  return `# ${name}

[All entry points](README.md). ${sentence(ABOUT[name] ?? "")}

${list}

${symbols.map(symbolPart).join("\n")}`
}

function symbolPart({ name, kinds, comment, code, file }) {
  return `## ${name}
${kinds.join(" and ")} · [${file}](../../${file})

${comment}

\`\`\`ts
${code}
\`\`\`
`
}

function sentence(words) {
  return words === "" ? "" : `${words[0].toUpperCase()}${words.slice(1)}.`
}

function pageOf(name) {
  return name.replace("/", "-")
}
