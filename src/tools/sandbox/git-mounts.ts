import { access, constants, lstat, readdir, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { readPlainFile } from "../plain-file.ts"
import { type GitFolders, isRepository, worktreeIn } from "./git-folders.ts"
import { between, emptyFolder, type Mount, readOnly, writable } from "./mount.ts"

/** What git takes its orders from; the rest of a repository is its data. */
const ORDERS = ["config", "config.worktree", "commondir", "gitdir", "hooks"]

/** More submodules than this keep their data read-only with the rest of the machine, or writable with their workspace. */
const MAX_MODULES = 64
const MAX_MODULE_DEPTH = 5

/**
 * The repository can be written, so that `git commit` works; what git runs on the user's behalf outside of the sandbox can't.
 * Folders on the way are mounted as well, for a mounted folder can't be moved out of the way.
 */
export async function gitMounts(folders: GitFolders, root: string): Promise<Mount[]> {
  const { entry, own, common } = folders
  const kept = entry === own ? [] : [readOnly(entry)]
  const repositories = own === common ? [common] : [common, own]
  const parts = await Promise.all(repositories.map((folder) => repositoryMounts(folder, folder === common)))
  return [...kept, ...parts.flat(), ...(await moduleMounts(common, root))]
}

/**
 * `.git` of a folder that is no repository yet is mounted all the same: it may become one. In somebody else's, where nothing can be
 * made to mount over, nobody can commit either: all of it is read-only.
 */
async function repositoryMounts(folder: string, hasHooks: boolean): Promise<Mount[]> {
  if (!(await isWritable(folder))) return [readOnly(folder)]
  const parts = await Promise.all(ORDERS.map((name) => ordersMount(join(folder, name), hasHooks && name === "hooks")))
  return [writable(folder), ...parts.flat()]
}

/** A link can't be mounted over; it is watched instead, see `guarded-names.ts`. */
async function ordersMount(path: string, isNeeded: boolean): Promise<Mount[]> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return isNeeded ? [emptyFolder(path)] : []
  return found.isFile() || found.isDirectory() ? [readOnly(path)] : []
}

/** As the sandbox sees it: there we may write whatever is ours, and root has no power over what is somebody else's. */
async function isWritable(path: string): Promise<boolean> {
  const { uid, mode } = await stat(path)
  const self = process.getuid?.()
  if (uid === self) return true
  if (self === 0) return (mode & constants.S_IWOTH) !== 0
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}

async function moduleMounts(common: string, root: string): Promise<Mount[]> {
  const top = join(common, "modules")
  const modules = await modulesIn(top, MAX_MODULE_DEPTH)
  const mounts = await Promise.all(modules.slice(0, MAX_MODULES).map((folder) => moduleMount(folder, common, root)))
  return mounts.flat()
}

async function moduleMount(folder: string, common: string, root: string): Promise<Mount[]> {
  const tree = worktreeIn(await readPlainFile(join(folder, "config"), { maxBytes: 1_000_000 }).then(String, () => ""))
  const entry = tree === undefined ? undefined : join(resolve(folder, tree), ".git")
  const isOurs = entry?.startsWith(`${root}/`) && (await lstat(entry).catch(() => undefined))?.isFile()
  return [
    ...between(common, folder).map(writable),
    ...(await repositoryMounts(folder, true)),
    ...(entry && isOurs ? [...between(root, entry).map(writable), readOnly(entry)] : []),
  ]
}

/** Submodules may lie in folders, and have submodules. */
async function modulesIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  const found = await Promise.all(
    inner.map(async (path) => {
      if (depth === 0) return []
      if (!(await isRepository(path))) return modulesIn(path, depth - 1)
      return [path, ...(await modulesIn(join(path, "modules"), depth - 1))]
    }),
  )
  return found.flat()
}
