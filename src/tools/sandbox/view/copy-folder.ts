import { constants } from "node:fs"
import { chmod, cp, lstat, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"

export type CopyHow = {
  /** Whether what was compiled comes along. */
  readonly compiled: boolean
  /** As if everything had been written just now. */
  readonly isFresh?: boolean
  readonly signal: AbortSignal
}

/** More than this is not copied for a look. */
const MOST_ENTRIES = 300_000
const MOST_BYTES = 4 * 2 ** 30

/** Names the path where it was made, or is taken for up to date: it is made anew. */
const COMPILED: ReadonlySet<string> = new Set(["target", "__pycache__", ".gradle", "CMakeFiles", ".tsbuildinfo"])

/** Copies by reference where the file system can, never by hard links: tools write through those. False where there is too much. */
export async function copyFolder(from: string, to: string, { compiled, isFresh, signal }: CopyHow): Promise<boolean> {
  let [entries, bytes] = [0, 0]
  const left = new Set<string>()
  const filter = async (path: string) => {
    signal.throwIfAborted()
    const found = await lstat(path).catch(() => undefined)
    // Sockets and pipes are for whoever made them.
    if (!found || !(found.isFile() || found.isDirectory() || found.isSymbolicLink())) return false
    if (!compiled && COMPILED.has(basename(path))) return false
    entries += 1
    bytes += found.size
    if (entries > MOST_ENTRIES || bytes > MOST_BYTES) left.add(path)
    return left.size === 0
  }
  await cp(from, to, {
    recursive: true,
    force: true,
    verbatimSymlinks: true,
    preserveTimestamps: !isFresh,
    mode: constants.COPYFILE_FICLONE,
    filter,
  })
  return left.size === 0
}

const LARGEST_TEXT = 1024 * 1024

/** Texts and links that name the folder by its old path (installations do) name the copy. */
export async function rewritePaths(copy: string, old: string): Promise<void> {
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) await leadTo(copy, old, path)
    else if (entry.isFile()) await name(copy, old, path)
  }
}

async function leadTo(copy: string, old: string, path: string): Promise<void> {
  const target = await readlink(path)
  if (target !== old && !target.startsWith(`${old}/`)) return
  await rm(path)
  await symlink(copy + target.slice(old.length), path)
}

async function name(copy: string, old: string, path: string): Promise<void> {
  const { size, mode } = await lstat(path)
  if (size > LARGEST_TEXT) return
  const content = await readFile(path).catch(() => undefined)
  if (!content?.includes(old) || content.includes(0)) return
  await chmod(path, mode | 0o200)
  await writeFile(path, content.toString("utf8").replaceAll(old, copy))
  await chmod(path, mode)
}
