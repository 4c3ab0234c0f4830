import { randomBytes } from "node:crypto"
import { lstat, mkdir, open, rename, rm, rmdir, symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { TreeEntry } from "./entries.ts"

/** Something stands in the way that is not the checkpoint's to remove. */
export class InTheWay extends Error {
  readonly path: string
  readonly what: string

  constructor(path: string, what: string) {
    super(`"${path}" can't be put back: ${what}. Move it away and try again.`)
    this.name = "InTheWay"
    this.path = path
    this.what = what
  }
}

/** Puts a file or a link in its place as a whole, with its permissions; whoever looks sees the old one or the new one. */
export async function putFile(root: string, path: string, entry: TreeEntry, content: Uint8Array): Promise<void> {
  await makeParents(root, path)
  const target = join(root, path)
  const temporary = join(dirname(target), `.keelson-${randomBytes(8).toString("hex")}.tmp`)
  try {
    if (entry.kind === "link") await symlink(Buffer.from(content), temporary)
    else await writeDurably(temporary, content, entry.mode)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === "EISDIR" || code === "ENOTEMPTY" || code === "EEXIST")
      throw new InTheWay(path, "a folder is there now")
    throw error
  }
}

/** Makes a folder that had nothing in it. */
export async function putFolder(root: string, path: string): Promise<void> {
  await makeParents(root, `${path}inside`)
}

/** Removes a file or a link; a folder that stands there by now is left alone. */
export async function removeFile(root: string, path: string): Promise<void> {
  if (!(await hasRealParents(root, path))) return
  await rm(join(root, path), { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_FS_EISDIR") throw error
  })
}

/** Removes a folder and those above it, as long as they are empty and `isKept` says nothing else. */
export async function removeEmptyFolders(
  root: string,
  folder: string,
  isKept: (folder: string) => boolean,
): Promise<void> {
  for (let name = folder; name !== "." && name !== "" && !isKept(name); name = dirname(name)) {
    if (!(await hasRealParents(root, `${name}/inside`))) return
    const isRemoved = await rmdir(join(root, name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    )
    if (!isRemoved) return
  }
}

async function writeDurably(path: string, content: Uint8Array, mode: number): Promise<void> {
  await using handle = await open(path, "wx", 0o600)
  await handle.writeFile(content)
  if (process.platform !== "win32") await handle.chmod(mode)
  await handle.sync()
}

/** Links on the way would lead somewhere else, perhaps out of the workspace. */
async function makeParents(root: string, path: string): Promise<void> {
  for (const folder of parentsOf(path)) {
    const found = await lstat(join(root, folder)).catch(() => undefined)
    if (found?.isDirectory()) continue
    if (found) throw new InTheWay(path, `"${folder}" is no folder now`)
    await mkdir(join(root, folder))
  }
}

async function hasRealParents(root: string, path: string): Promise<boolean> {
  for (const folder of parentsOf(path)) {
    const found = await lstat(join(root, folder)).catch(() => undefined)
    if (!found?.isDirectory()) return false
  }
  return true
}

/** `a`, `a/b` for `a/b/c`. */
function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"))
}
