import { createHash } from "node:crypto"
import type { Stats } from "node:fs"
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { type HeldFolder, openFolder } from "./workspace-folder.ts"

/** Matches what a killed process may leave behind, so that listings can leave it out. */
export const TEMPORARY_GLOB = ".keelson-*.tmp"

/** A new content that lies on disk beside the file that it is going to replace. */
export interface StagedFile {
  /** Puts it into its place, as a whole. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Where a content goes. `mode` counts for new files; one that is there keeps its own. */
export type Target = { readonly folder: HeldFolder; readonly name: string; readonly mode?: number | undefined }

/**
 * Replaces a file as a whole: readers, and a process that comes after a crash, see the old content or the new, never a part.
 * Creates missing folders; keeps the mode and owner of a file that is there.
 */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await using folder = await openFolder(dirname(path))
  const staged = await stageFile({ folder, name: basename(path) }, content)
  await staged.commit()
}

/** The first half of an atomic write: all that can take long or fail for lack of room. */
export async function stageFile(target: Target, content: string | Uint8Array): Promise<StagedFile> {
  const { folder, name } = target
  const temporary = folder.path(temporaryName(name))
  const discard = () => rm(temporary, { force: true })
  // What a killed process left here was never finished.
  await discard()
  try {
    await writeDurably(temporary, content, target)
  } catch (error) {
    await discard()
    throw error
  }
  return {
    discard,
    async commit() {
      await rename(temporary, folder.path(name)).catch(async (error: unknown) => {
        await discard()
        throw error
      })
      await folder.sync()
    },
  }
}

/** One per file, so that whoever writes the file again also clears away what is left of an attempt before. */
function temporaryName(name: string): string {
  return `.keelson-${createHash("sha256").update(name).digest("hex").slice(0, 16)}.tmp`
}

/** `wx` makes a new file or fails: a link that waits under the name is not followed. */
async function writeDurably(path: string, content: string | Uint8Array, target: Target): Promise<void> {
  const existing = await lstat(target.folder.path(target.name)).catch(() => undefined)
  const file = existing?.isFile() ? existing : undefined
  await using handle = await open(path, "wx", file === undefined ? (target.mode ?? 0o666) : 0o600)
  await handle.writeFile(content)
  if (file !== undefined) await copyAttributes(handle, file)
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
