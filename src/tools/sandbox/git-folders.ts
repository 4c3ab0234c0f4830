import { lstat, realpath } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { readPlainFile } from "../plain-file.ts"

/** Where the git of a workspace keeps things. */
export type GitFolders = {
  /** The `.git` that git starts from: a folder, or a file that names one. */
  readonly entry: string
  /** What this working tree has for itself: its index, its HEAD. */
  readonly own: string
  /** What all working trees of the repository share: objects, branches, settings, hooks. The same folder where there is only one. */
  readonly common: string
}

/**
 * The repository that a workspace belongs to, also when it is a package folder of it, a linked working tree or a submodule.
 * `undefined` where there is none, or where a `.git` file names a folder that does not know of this working tree: else a
 * stranger's file could name any folder.
 */
export async function gitFoldersOf(root: string): Promise<GitFolders | undefined> {
  const top = await topOf(root)
  if (top === undefined) return undefined
  const entry = join(top, ".git")
  const found = await lstat(entry)
  if (found.isDirectory()) return (await isRepository(entry)) || top === root ? same(entry, entry) : undefined
  return found.isFile() ? named(entry, top, root) : undefined
}

/** Above the workspace only what is the user's own counts, and no repository that holds the whole home. */
async function topOf(root: string): Promise<string | undefined> {
  const home = await realpath(homedir()).catch(() => homedir())
  for (let folder = root; ; folder = dirname(folder)) {
    if (folder !== root && isWithin(folder, home)) return undefined
    const found = await lstat(join(folder, ".git")).catch(() => undefined)
    if (found) return folder === root || found.uid === process.getuid?.() ? folder : undefined
    if (folder === dirname(folder)) return undefined
  }
}

async function named(entry: string, top: string, root: string): Promise<GitFolders | undefined> {
  const [, name] = /^gitdir: (.+)$/m.exec(await textOf(entry)) ?? []
  const own = name === undefined ? undefined : await realOf(resolve(top, name))
  if (own === undefined) return undefined
  const common = await commonOf(own, entry)
  if (common !== undefined) return { entry, own, common }
  const isKnown = isWithin(root, own) || (await isSubmodule(own, top))
  return isKnown && (await isRepository(own)) ? same(entry, own) : undefined
}

/** For a linked working tree whose repository names this very entry. */
async function commonOf(own: string, entry: string): Promise<string | undefined> {
  const back = (await textOf(join(own, "gitdir"))).trim()
  if (back === "" || (await realOf(resolve(own, back))) !== entry) return undefined
  const common = await realOf(resolve(own, (await textOf(join(own, "commondir"))).trim()))
  return common && dirname(own) === join(common, "worktrees") && (await isRepository(common)) ? common : undefined
}

/** For a submodule whose settings name this very folder. */
async function isSubmodule(own: string, top: string): Promise<boolean> {
  const tree = worktreeIn(await textOf(join(own, "config")))
  return own.includes("/modules/") && tree !== undefined && (await realOf(resolve(own, tree))) === top
}

/** The working tree that a repository's settings name. */
export function worktreeIn(config: string): string | undefined {
  return /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(config)?.[1]
}

/** By what git itself goes by. */
export async function isRepository(folder: string): Promise<boolean> {
  const parts = await Promise.all(["HEAD", "objects", "refs"].map((name) => realOf(join(folder, name))))
  return parts.every((part) => part !== undefined)
}

function same(entry: string, folder: string): GitFolders {
  return { entry, own: folder, common: folder }
}

function isWithin(outer: string, path: string): boolean {
  return path === outer || path.startsWith(outer === "/" ? "/" : `${outer}/`)
}

function realOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined)
}

function textOf(path: string): Promise<string> {
  return readPlainFile(path, { maxBytes: 1_000_000, followLink: true }).then(String, () => "")
}
