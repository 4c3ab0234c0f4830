// What is published, put together in a folder of its own: the bundle of the command line, and of the library what its entry points
// reach, code and declarations; nothing that only developing needs.
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { root } from "./bootstrap.js"

/** What a package.json is for while one develops. */
const OF_DEVELOPING = ["private", "workspaces", "scripts", "devDependencies", "overrides", "allowScripts"]
const DOCUMENTS = ["README.md", "LICENSE", "CHANGELOG.md"]
/** As they are: bundles of their own, and what is read at run time. */
const WHOLE = ["bin", "demo", "dist/bundle", "dist/console", "dist/extras-locks.json"]
/** Sources are not published. */
const SOURCES = "keelson-source"

/** Puts the package together from what was built, in a folder that is there. */
function stage(folder) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const published = publishedManifest(manifest)
  const entries = Object.values(published.exports).flatMap((way) => [way.types ?? [], way.default ?? []].flat())
  for (const name of [...WHOLE, ...DOCUMENTS, ...reachedFrom(entries)])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`)
}

/** Packs what was built as npm would publish it; gives the tarball. Several may pack at once: each in a folder of its own. */
export function pack(destination) {
  const cache = join(root, "node_modules", ".cache")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "keelson-package-"))
  try {
    stage(folder)
    return packed(folder, destination)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function packed(folder, destination) {
  const args = ["pack", folder, "--pack-destination", destination, "--json", "--loglevel=error"]
  const shell = process.platform === "win32"
  const [made] = Object.values(JSON.parse(execFileSync("npm", args, { encoding: "utf8", shell })))
  return join(destination, made.filename)
}

/** Every file in a folder, with its size. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => ({ name, ...sizeOf(join(folder, name)) }))
    .filter(({ size }) => size !== undefined)
}

function sizeOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? { size: found.size } : {}
}

function publishedManifest(manifest) {
  const kept = Object.entries(manifest).filter(([name]) => !OF_DEVELOPING.includes(name))
  const ways = Object.entries(manifest.exports).map(([path, way]) => {
    if (typeof way === "string") return [path, way]
    const { [SOURCES]: _, ...published } = way
    return [path, published]
  })
  return { ...Object.fromEntries(kept), exports: Object.fromEntries(ways) }
}

/** The files that these lead to: code to code, declarations to declarations. */
function reachedFrom(entries) {
  const found = new Set()
  const waiting = entries.map((path) => resolve(root, path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const ending = path.endsWith(".d.ts") ? ".d.ts" : ".js"
    const named = readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)
    waiting.push(...[...named].map(([, name]) => resolve(dirname(path), name.replace(/\.[jt]s$/, ending))))
  }
  return [...found].map((path) => relative(root, path))
}
