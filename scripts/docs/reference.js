// docs/reference: one page for each door of the package, from the comments in the sources.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./pages.js"
import { entryPoints, symbolsOf } from "./symbols.js"

const FOLDER = "docs/reference"

const ABOUT = {
  keelson: "agents: make one, run requests, read results, define tools and models",
  "keelson/strategy": "what strategies are made of, for one of your own",
  "keelson/server": "the HTTP API and the console, in a program of yours",
  "keelson/protocol": "what goes over the wire and to disk: schemas and their types",
  "keelson/testing": "scripted and simulated models, a model server, stores that crash",
}

/** Writes the pages anew. */
export function writeReference() {
  mkdirSync(join(ROOT, FOLDER), { recursive: true })
  const doors = entryPoints().map((door) => ({ ...door, symbols: symbolsOf(door.file) }))
  write("README.md", indexPage(doors))
  for (const door of doors) write(`${pageOf(door.name)}.md`, doorPage(door))
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

function write(name, text) {
  writeFileSync(join(ROOT, FOLDER, name), text)
}
