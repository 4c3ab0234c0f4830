import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs"
import { homedir } from "node:os"
import { basename, isAbsolute, join } from "node:path"

/**
 * What Keelson keeps for the commands of one workspace between them. No other workspace's commands can write it: what one project leaves
 * in a cache must not decide whether another one's tests pass. It can be removed at any time.
 */
export function workspaceCache(root: string): string {
  const { XDG_CACHE_HOME: named = "" } = process.env
  const caches = isAbsolute(named) ? named : join(homedir(), ".cache")
  const name = basename(root).replace(/[^\w.-]/g, "_") || "root"
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16)
  return join(caches, "keelson", "workspaces", `${name}-${key}`)
}

/** A folder of that cache, made if need be; `undefined` where none can be made. */
export function openCache(root: string, name: string): string | undefined {
  const folder = folderOf(root, name)
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
  if (!existsSync(folder)) return undefined
  try {
    return readdirSync(folder).length > 0 && lstatSync(folder).isDirectory() ? folder : undefined
  } catch {
    return undefined
  }
}

function folderOf(root: string, name: string): string {
  return join(workspaceCache(root), name.replaceAll("/", "-").replace(/^\.+/, ""))
}
