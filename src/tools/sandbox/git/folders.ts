import { realpathSync } from "node:fs"
import { lstat, realpath } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { isWithin } from "../../../extras/open-workspaces.ts"
import { readPlainFile } from "../../workspace/plain-file.ts"

/** Where the git of a working tree keeps things. All three are real paths. */
export type GitFolders = {
  /** The `.git` that git starts from: a folder, or a file that names one. */
  readonly entry: string
  /** What this working tree has for itself: its index, its HEAD. */
  readonly own: string
  /** What all working trees of the repository share: objects, branches, settings, hooks. The same folder where there is only one. */
  readonly common: string
}

/** A `.git` file, or one of the files that a linked working tree and its repository know each other by, is a line or two. */
const NAME_BYTES = 16_384
const CONFIG_BYTES = 1 << 20

/**
 * The repository that a workspace belongs to, also when it is a package folder of it, a linked working tree or a submodule.
 * `undefined` where there is none, or where a `.git` file names a folder that does not know of this working tree: else a
 * stranger's file could name any folder.
 */
export async function gitFoldersOf(root: string): Promise<GitFolders | undefined> {
  const top = await topOf(root)
  if (top === undefined) return undefined
  const entry = join(top, ".git")
  return (await isComplete(entry)) || top === root ? foldersOf(entry, root) : undefined
}

/** As `gitFoldersOf`, for a `.git` of the tree. A link is followed by nobody: `undefined`. */
export async function foldersOf(entry: string, root: string): Promise<GitFolders | undefined> {
  if (realOf(dirname(entry)) !== dirname(entry)) return undefined
  const found = await lstat(entry).catch(() => undefined)
  if (found?.isDirectory()) return same(entry, entry)
  return found?.isFile() ? named(entry, root) : undefined
}

/** Above the workspace only what is the user's own counts, and no repository that holds the whole home. */
async function topOf(root: string): Promise<string | undefined> {
  const home = await realpath(homedir()).catch(() => homedir())
  for (let folder = root; ; folder = dirname(folder)) {
    if (folder !== root && isWithin(home, folder)) return undefined
    const found = await lstat(join(folder, ".git")).catch(() => undefined)
    if (found) return folder === root || found.uid === process.getuid?.() ? folder : undefined
    if (folder === dirname(folder)) return undefined
  }
}

async function named(entry: string, root: string): Promise<GitFolders | undefined> {
  const top = dirname(entry)
  const [, name] = /^gitdir: (.+)$/m.exec(await textOf(entry, NAME_BYTES)) ?? []
  const own = name === undefined ? undefined : realOf(resolve(top, name))
  if (own === undefined) return undefined
  const common = await commonOf(own, entry)
  if (common !== undefined) return { entry, own, common }
  const isKnown = isWithin(own, root) || (await isSubmodule(own, top))
  return isKnown && (await isComplete(own)) ? same(entry, own) : undefined
}

/** For a linked working tree whose repository names this very entry. */
async function commonOf(own: string, entry: string): Promise<string | undefined> {
  const back = (await textOf(join(own, "gitdir"), NAME_BYTES)).trim()
  if (back === "" || realOf(resolve(own, back)) !== entry) return undefined
  const common = realOf(resolve(own, (await textOf(join(own, "commondir"), NAME_BYTES)).trim()))
  return common && dirname(own) === join(common, "worktrees") && (await isComplete(common)) ? common : undefined
}

/** For a submodule whose settings name this very folder. */
async function isSubmodule(own: string, top: string): Promise<boolean> {
  const config = await textOf(join(own, "config"), CONFIG_BYTES)
  const tree = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(config)?.[1]
  return own.includes("/modules/") && tree !== undefined && realOf(resolve(own, tree)) === top
}

/** By what git itself goes by. A file that names a folder is looked at later. */
async function isComplete(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory()) return found?.isFile() ?? false
  return ["HEAD", "objects", "refs"].every((name) => realOf(join(folder, name)) !== undefined)
}

function same(entry: string, folder: string): GitFolders {
  return { entry, own: folder, common: folder }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

async function textOf(path: string, maxBytes: number): Promise<string> {
  return readPlainFile(path, { maxBytes }).then(String, () => "")
}
