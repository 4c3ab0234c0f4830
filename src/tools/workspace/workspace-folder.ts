import { constants, existsSync } from "node:fs"
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { ToolFailure } from "../tool.ts"

/** A folder that is held open: names are looked up in this very folder, whatever becomes of its path. */
export interface HeldFolder extends AsyncDisposable {
  /** Where an entry of the folder is, for calls that take a path; good as long as the folder is held. */
  path(name: string): string
  /** Makes changes of names in it outlive a power cut. */
  sync(): Promise<void>
}

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Linux names an open folder by its number; elsewhere a path has to do, checked right before its use. */
const OPEN_FILES = "/proc/self/fd"
const canHold = existsSync(OPEN_FILES)

/**
 * Walks from the root to a folder, making what is missing, and holds it. The path must be free of links, as `resolve` gives it:
 * a link that has taken a place on the way since then is refused, not followed.
 */
export async function holdFolder(root: string, folder: string): Promise<HeldFolder> {
  const parts = relative(root, folder).split(sep).filter(Boolean)
  let held = await openFolder(root)
  for (const [index, part] of parts.entries()) {
    const spelling = parts.slice(0, index + 1).join("/")
    const parent = held
    try {
      held = await enter(parent, part, spelling)
    } finally {
      await parent[Symbol.asyncDispose]()
    }
  }
  return held
}

/** Holds a folder by its path alone. */
export async function openFolder(folder: string): Promise<HeldFolder> {
  return toFolder(await open(folder, constants.O_RDONLY), folder)
}

async function enter(parent: HeldFolder, name: string, spelling: string): Promise<HeldFolder> {
  const path = parent.path(name)
  const there = await openHere(path, spelling)
  if (there) return there
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
  await parent.sync()
  const made = await openHere(path, spelling)
  if (!made) throw taken(spelling)
  return made
}

async function openHere(path: string, spelling: string): Promise<HeldFolder | undefined> {
  try {
    if (!canHold && (await lstat(path)).isSymbolicLink()) throw taken(spelling)
    return toFolder(await open(path, FOLDER), path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT") return undefined
    if (code === "ELOOP" || code === "ENOTDIR") throw taken(spelling)
    throw error
  }
}

function taken(spelling: string): ToolFailure {
  return new ToolFailure(`Folder "${spelling}" became a link or a file in this moment; nothing was written.`)
}

function toFolder(handle: FileHandle, path: string): HeldFolder {
  const base = canHold ? join(OPEN_FILES, String(handle.fd)) : path
  return {
    path: (name) => join(base, name),
    // Windows cannot sync folders and needs not.
    sync: async () => (process.platform === "win32" ? undefined : handle.sync()),
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
