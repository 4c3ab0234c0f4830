// What is bundled is other people's work: their licences go along with it, as they ask for.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const FILE = "LICENSES.txt"
const LICENCE = /^(?:licen[cs]e|copying|notice)/i
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/

/** For rolldown and Vite: a file beside the bundle with the licences of the packages that are in it. */
export function licences() {
  return {
    name: "licences",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
      const folders = new Set(modules.flatMap((id) => PACKAGE.exec(id.replace(/^\0+/, ""))?.[0] ?? []))
      this.emitFile({ type: "asset", fileName: FILE, source: textOf([...folders]) })
    },
  }
}

/** Packages under the same words stand together. */
function textOf(folders) {
  const found = new Map()
  for (const { name, words } of folders.map(read)) found.set(words, [...(found.get(words) ?? []), name])
  const parts = [...found].map(([words, names]) => `${[...new Set(names)].toSorted().join(", ")}\n\n${words}\n`)
  return `Keelson's bundle holds code of these packages.\n\n${parts.toSorted().join(`\n${"-".repeat(80)}\n\n`)}`
}

function read(folder) {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const files = readdirSync(folder).filter((file) => LICENCE.test(file) && !/\.[cm]?js$/.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), "utf8").trim())
  const said = `${license}, ${author?.name ?? author ?? repository?.url ?? repository}`
  return { name: `${name} ${version}`, words: texts.join("\n\n") || said }
}
