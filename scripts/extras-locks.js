// Cuts the packages of each extra out of package-lock.json into dist/extras-locks.json: what `keelson install` installs, down to
// the last package, with versions and checksums for every platform.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { EXTRAS } from "../dist/extras/extras.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))

const locks = Object.fromEntries(Object.entries(EXTRAS).map(([name, extra]) => [name, lockFor(name, extra.packages)]))
writeFileSync(join(root, "dist", "extras-locks.json"), JSON.stringify(locks))

function lockFor(extra, names) {
  const roots = names.map((name) => pathOf(name, ""))
  const needed = reached(roots, neededBy)
  const all = reached(roots, (path) => [...neededBy(path), ...optionalFor(path)])
  const versions = names.map((name, index) => [name, packages[roots[index]].version])
  const head = { name: `keelson-extra-${extra}`, version: "1.0.0", dependencies: Object.fromEntries(versions) }
  const entries = [...all].toSorted().map((path) => [path, entryOf(path, !needed.has(path))])
  return {
    name: head.name,
    version: head.version,
    lockfileVersion: 3,
    packages: { "": head, ...Object.fromEntries(entries) },
  }
}

/** Marks are those of the whole project: what is for developing there is what is wanted here. */
function entryOf(path, isOptional) {
  const { dev, devOptional, peer, optional, resolved, ...entry } = packages[path]
  return isOptional ? { ...entry, optional: true } : entry
}

function reached(roots, next) {
  const found = new Set()
  const waiting = [...roots]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    waiting.push(...next(path))
  }
  return found
}

function neededBy(path) {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path]
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies), ...peers].map((name) => {
    const found = pathOf(name, path)
    if (found === undefined) throw new Error(`${name}, which ${path} needs, is not in the lock file`)
    return found
  })
}

function optionalFor(path) {
  return Object.keys(packages[path].optionalDependencies ?? {}).flatMap((name) => pathOf(name, path) ?? [])
}

/** As Node looks for it: in the folder's own packages, then in those above. */
function pathOf(name, from) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    const path = `${place === "" ? "" : `${place}/`}node_modules/${name}`
    if (path in packages) return path
    if (place === "") return undefined
  }
}
