import { randomBytes } from "node:crypto"
import type { Stats } from "node:fs"
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Matches what a killed process may leave behind, so that listings can leave it out. */
export const TEMPORARY_GLOB = ".keelson-*.tmp"

/**
 * Replaces a file as a whole: readers, and a process that comes after a crash, see the old content or the new, never a part.
 * Creates missing folders; keeps the mode and owner of a file that is there.
 */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.keelson-${randomBytes(8).toString("hex")}.tmp`)
  const existing = await stat(path).catch(() => undefined)
  try {
    await writeDurably(temporary, content, existing)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

async function writeDurably(path: string, content: string | Uint8Array, existing: Stats | undefined): Promise<void> {
  await using handle = await open(path, "wx", existing === undefined ? 0o666 : 0o600)
  await handle.writeFile(content)
  if (existing !== undefined) await copyAttributes(handle, existing)
  await handle.sync()
}

async function copyAttributes(handle: FileHandle, existing: Stats): Promise<void> {
  const own = await handle.stat()
  // Only root may give files away; for anyone else the content counts more than the owner.
  if (own.uid !== existing.uid || own.gid !== existing.gid) {
    await handle.chown(existing.uid, existing.gid).catch(() => undefined)
  }
  await handle.chmod(existing.mode & 0o7777)
}

/** A rename lasts only once its folder is on disk; Windows cannot sync folders and needs not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return
  await using handle = await open(folder, "r")
  await handle.sync()
}
