import { lstat, readlink, rename, symlink } from "node:fs/promises"
import { join, relative } from "node:path"
import { gitFoldersOf } from "./git/folders.ts"
import { type Mount, readOnly } from "./mount.ts"
import type { SandboxPlace } from "./sandbox.ts"

/** What somebody else runs later in the user's name, from the top of a workspace: Keelson itself, and the shell. */
const SETTINGS = ["keelson.config.json", "keelson.config.ts", "keelson.config.js", "keelson.config.mjs", ".envrc"]

/** A name that has nothing to it, or a link: neither can be mounted over without leaving something behind. */
type Watched = { readonly path: string; readonly link: string | undefined }

/** The folder that the command works in, of those that it may write. */
export function workspaceOf({ cwd, writable }: SandboxPlace): string | undefined {
  return writable.find((folder) => cwd === folder || cwd.startsWith(`${folder}/`))
}

/** Settings that are there are read-only. */
export async function settingsMounts(root: string): Promise<Mount[]> {
  const paths = await Promise.all(settingsOf(root).map(asFile))
  return paths.flat().map(readOnly)
}

/** Where a sandbox denies by name, it denies these, there or not. */
export function settingsOf(root: string): string[] {
  return SETTINGS.map((name) => join(root, name))
}

/**
 * Settings that are not there can't be made read-only: a mount would leave an empty file behind, for everybody to see. So they
 * are looked for after the command, and what it made is renamed, not removed: the user may have made it in the same moment.
 */
export async function watchPlants(place: SandboxPlace): Promise<() => Promise<readonly string[]>> {
  const root = workspaceOf(place)
  if (root === undefined) return async () => []
  const watched = (await Promise.all((await guardedNames(root)).map(watch))).flat()
  return async () => (await Promise.all(watched.map((one) => putBack(one, root)))).flat()
}

async function guardedNames(root: string): Promise<string[]> {
  const git = await gitFoldersOf(root)
  // Where a repository is above, one in this folder would be what git takes its orders from. Elsewhere `git init` is fine.
  const entry = join(root, ".git")
  const isWatched = git ? git.entry !== entry : (await lstat(entry).catch(() => undefined))?.isSymbolicLink()
  return isWatched ? [...settingsOf(root), entry] : settingsOf(root)
}

async function watch(path: string): Promise<Watched[]> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return [{ path, link: undefined }]
  return found.isSymbolicLink() ? [{ path, link: await readlink(path) }] : []
}

async function putBack({ path, link }: Watched, root: string): Promise<string[]> {
  const now = await lstat(path).catch(() => undefined)
  if (now?.isSymbolicLink() && (await readlink(path)) === link) return []
  if (now === undefined && link === undefined) return []
  const aside = `${path}.set-aside-${crypto.randomUUID().slice(0, 8)}`
  // A command at the same time may have made it, and have been answered already.
  const isMoved =
    now !== undefined &&
    (await rename(path, aside).then(
      () => true,
      () => false,
    ))
  if (link !== undefined) await symlink(link, path).catch(() => {})
  const name = relative(root, path)
  if (!isMoved) return link === undefined ? [] : [`[keelson: the link ${name} was put back: commands can't change it.]`]
  return [
    `[keelson: ${name} decides what runs outside of the sandbox, so commands can't make it; it is now ${relative(root, aside)}.]`,
  ]
}

async function asFile(path: string): Promise<string[]> {
  return (await lstat(path).catch(() => undefined))?.isFile() ? [path] : []
}
