import { existsSync, lstatSync, readdirSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, relative } from "node:path"
import { isWithin, realOf } from "../paths.ts"
import type { Shown } from "./installations.ts"
import { cacheFolder, openCache, usedCache, workspaceCache } from "./own-caches.ts"
import { settingsCopy } from "./settings-copies.ts"
import { DOWNLOADS, SETTINGS, TOOL_CHAINS } from "./tool-chains.ts"

/** Where the usual folders are, for those who keep them elsewhere. */
const MOVED = { ".cache": "XDG_CACHE_HOME", ".config": "XDG_CONFIG_HOME", ".local/share": "XDG_DATA_HOME" }

/** The place of a name of the tables in a home. */
export function placeIn(home: string, name: string): string {
  const [folder, variable] = Object.entries(MOVED).find(([usual]) => name.startsWith(`${usual}/`)) ?? []
  const moved = variable === undefined ? undefined : process.env[variable]
  if (folder === undefined || moved === undefined || !isAbsolute(moved) || home !== realOf(homedir())) {
    return join(home, name)
  }
  return join(realOf(moved) ?? moved, name.slice(folder.length + 1))
}

/** Programs and libraries of a home. A folder with a cache in it is shown by its parts, so that the cache can be another one. */
export function toolChainsIn(home: string): Shown[] {
  const caches = DOWNLOADS.map((name) => placeIn(home, name))
  const folders = namesIn(home, TOOL_CHAINS).flatMap((at) => aroundCaches(at, caches))
  return folders
    .flatMap((at) => (at === placeIn(home, GRADLE_WRAPPER) ? aroundLocks(at, WRAPPER_DEPTH) : [at]))
    .flatMap(shown)
}

const GRADLE_WRAPPER = ".gradle/wrapper"
/** `dists/gradle-8.5-bin/HASH` */
const WRAPPER_DEPTH = 3

/** Gradle's wrapper locks a file beside each distribution before it looks whether it is there, so that folder must be one that it can write. */
function aroundLocks(folder: string, depth: number): string[] {
  const inner = entriesOf(folder).map((name) => join(folder, name))
  if (depth > 0) return inner.flatMap((path) => aroundLocks(path, depth - 1))
  return inner.filter((path) => !path.endsWith(".lck"))
}

/** The user's own downloads. Gradle locks its cache even to read it, and takes a second one that it only reads (`GRADLE_RO_DEP_CACHE`). */
export function downloadsIn(home: string): Shown[] {
  const gradle = placeIn(home, GRADLE_CACHE)
  return namesIn(home, DOWNLOADS).flatMap((at) =>
    at === gradle ? shown(at).map(({ from }) => ({ at: placeIn(home, GRADLE_READ_ONLY), from })) : shown(at),
  )
}

const GRADLE_CACHE = ".gradle/caches"
/** Where commands find the user's cache of Gradle's. */
export const GRADLE_READ_ONLY = ".gradle/read-only"

/**
 * The caches of one workspace, which its commands may write. They are made for a command with the network, which would have to write
 * into the user's; from then on the workspace goes on with what it has downloaded itself.
 */
export function ownDownloads(home: string, root: string, network: boolean): Shown[] {
  const own = workspaceCache(root)
  if (own === undefined || (!network && !existsSync(own))) return []
  const find = network ? openCache : usedCache
  return DOWNLOADS.flatMap((name) => {
    const from = find(root, name)
    return from === undefined ? [] : [{ at: placeIn(home, name), from }]
  })
}

/** Settings of package managers, without what is secret in them. */
export function settingsIn(home: string): Shown[] {
  const caches = cacheFolder()
  if (caches === undefined) return []
  return namesIn(home, SETTINGS).flatMap((at) => {
    const from = settingsCopy(at, join(caches, "settings"))
    return from === undefined ? [] : [{ at, from }]
  })
}

/** The places at which something is. Most homes have few of the folders, so the others are not even asked for. */
export function namesIn(home: string, names: readonly string[]): string[] {
  const entries = new Set(entriesOf(home))
  return names.flatMap((name) => {
    const at = placeIn(home, name)
    const [first = ""] = relative(home, at).split("/")
    return (entries.has(first) || first === "..") && realOf(at) !== undefined ? [at] : []
  })
}

function aroundCaches(path: string, caches: readonly string[]): string[] {
  if (caches.includes(path)) return []
  if (!caches.some((cache) => isWithin(path, cache))) return [path]
  return entriesOf(path).flatMap((name) => aroundCaches(join(path, name), caches))
}

/** By its name, and, where that is a link into a hidden place, at its real place too. */
function shown(at: string): Shown[] {
  const from = realOf(at)
  if (from === undefined) return []
  return from === at
    ? [{ at, from }]
    : [
        { at, from },
        { at: from, from },
      ]
}

function entriesOf(folder: string): string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : []
  } catch {
    return []
  }
}
