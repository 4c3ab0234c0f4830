import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs"
import { basename, isAbsolute, join } from "node:path"
import { findHomes } from "./homes.ts"

/** Keelson's own cache folder; `undefined` for whoever has no home to keep it in. */
export function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME: named = "" } = process.env
  if (isAbsolute(named)) return join(named, "keelson")
  const [home] = findHomes().own
  return home && join(home, ".cache", "keelson")
}

/**
 * What Keelson keeps for the commands of one workspace between them. No other workspace's commands can write it: what one project leaves
 * in a cache must not decide whether another one's tests pass. It can be removed at any time.
 */
export function workspaceCache(root: string): string | undefined {
  const caches = cacheFolder()
  if (caches === undefined) return undefined
  const name = basename(root).replace(/[^\w.-]/g, "_") || "root"
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16)
  return join(caches, "workspaces", `${name}-${key}`)
}

/** A folder of that cache, made if need be; `undefined` where none can be made. */
export function openCache(root: string, name: string): string | undefined {
  const folder = folderOf(root, name)
  if (folder === undefined) return undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lstatSync(folder).isDirectory() ? folder : undefined
  } catch {
    return undefined
  }
}

/** The same folder, where something is in it already. */
export function usedCache(root: string, name: string): string | undefined {
  const folder = folderOf(root, name)
  if (folder === undefined || !existsSync(folder)) return undefined
  try {
    return readdirSync(folder).length > 0 && lstatSync(folder).isDirectory() ? folder : undefined
  } catch {
    return undefined
  }
}

function folderOf(root: string, name: string): string | undefined {
  const cache = workspaceCache(root)
  return cache && join(cache, name.replaceAll("/", "-").replace(/^\.+/, ""))
}
