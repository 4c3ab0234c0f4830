import { lstatSync, realpathSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { isWithin } from "../../../extras/open-workspaces.ts"
import { ToolFailure } from "../../tool.ts"
import { between, type Mount, readOnly, readOnlyAt, writable, writableAt } from "../mount.ts"
import { beginWork, endWork } from "./at-work.ts"
import type { Confine } from "./cell.ts"
import { stamp } from "./fingerprint.ts"
import { foldersOf, type GitFolders, gitFoldersOf } from "./folders.ts"
import { noteNewRepositories } from "./new-repositories.ts"
import { closeShadow, openShadow } from "./open-shadow.ts"
import { partsOf, REAL_OBJECTS } from "./shadow.ts"
import { placeOf } from "./shadow-state.ts"
import type { Shadow } from "./take-over.ts"

/** What one command gets to see of the repositories in and around its workspace. */
export type GitOffer = {
  readonly mounts: readonly Mount[]
  /** Paths in the sandbox, and what has to be there before the command may start: `device:inode`. */
  readonly expected: ReadonlyMap<string, string>
  /** To be said with the command's output. */
  readonly notes: readonly string[]
  /** After the command. Says what was not taken over. */
  leave(): Promise<readonly string[]>
}

export type GitSurroundings = {
  /** The workspace. */
  readonly root: string
  /** Every `.git` in it. */
  readonly entries: readonly string[]
  /** Real paths that no command sees. */
  readonly concealed: readonly string[]
  /** Where copies are kept. */
  readonly shadows: string
  readonly confine: Confine
}

/** More nested repositories than these can only be read. */
const MAX_SHADOWS = 8
/** The time that bubblewrap needs grows with the square of its mounts. */
const MAX_REPOSITORIES = 256

type ShadowFolders = { readonly shadow: Pick<Shadow, "folders"> }
type Offered = { readonly shadow: Shadow; readonly generation: string }

/**
 * Commands never write in a repository: they get a copy of its state in its place, and what they did there is taken over afterwards.
 * One that is not as git makes it, or one too many, can only be read.
 */
export async function offerGit(surroundings: GitSurroundings): Promise<GitOffer> {
  const { root, entries, concealed } = surroundings
  const main = await gitFoldersOf(root)
  const nested = entries.filter((entry) => entry !== main?.entry).toSorted()
  if (nested.length > MAX_REPOSITORIES) throw tooMany(root, nested.length)
  const isConcealed = ({ own, common }: GitFolders) =>
    [own, common].some((path) => !isWithin(path, root) && concealed.some((place) => isWithin(path, place)))
  const found = await Promise.all(nested.map((entry) => foldersOf(entry, root)))
  const known = [main, ...found].filter((folders) => folders !== undefined && !isConcealed(folders)) as GitFolders[]
  const offered: Offered[] = []
  const notes: string[] = [...(await noteNewRepositories(root, entries))]
  const all = distinct(known)
  const settled = beginWork(root, entries)
  const isSettled = ({ entry }: GitFolders) => settled.has(entry) || !isWithin(entry, root)
  for (const folders of all.filter((one) => isSettled(one) && isReachable(one, all)).slice(0, MAX_SHADOWS + 1)) {
    const shadow = shadowOf(folders, surroundings)
    try {
      const { generation, notes: said } = await openShadow(shadow)
      offered.push({ shadow, generation })
      notes.push(...said)
    } catch (error) {
      notes.push(...readOnlyNote(shadow.name, folders.own, (error as Error).message))
    }
  }
  const isCopied = (path: string) => offered.some(({ shadow }) => isWithin(path, shadow.folders.own))
  const named = new Set([...entries, ...known.flatMap(({ own, common }) => [own, common])])
  const kept = [...named].filter((path) => !isCopied(path)).flatMap((path) => keep(path, root))
  const mounts = [...offered.flatMap(shadowMounts), ...kept]
  // The folders on the way are mounted too: what is mounted can't be moved away. In a copy there is nothing to be moved.
  const inner = [...kept.map(({ path }) => path), ...offered.map(({ shadow }) => shadow.folders.own)]
  const ways = new Set(inner.filter((path) => isWithin(path, root)).flatMap((path) => between(root, path)))
  const open = [...ways].filter((path) => !isCopied(path))
  return {
    mounts: [...open.map(writable), ...mounts],
    expected: expectations([...open, ...kept.map(({ path }) => path)], offered, root),
    notes,
    leave: async () => {
      endWork(root)
      const said: string[] = []
      for (const { shadow, generation } of offered) said.push(...(await closeShadow(shadow, generation)))
      return said
    },
  }
}

function shadowOf(folders: GitFolders, { root, shadows, confine }: GitSurroundings): Shadow {
  const top = dirname(folders.entry)
  const name = relative(root, folders.entry) || ".git"
  const covered = isWithin(root, top) ? [top] : isWithin(top, root) ? [root] : [root, top]
  return { place: placeOf(shadows, folders.own), folders, name, covered, confine }
}

/** Working trees of one repository each have a folder of their own. */
function distinct(all: readonly GitFolders[]): GitFolders[] {
  return [...new Map(all.map((folders) => [folders.own, folders])).values()]
}

/** What a command sees in the place of a repository. */
export function shadowMounts({ shadow, generation }: Pick<Offered, "generation"> & ShadowFolders): Mount[] {
  const { own, common } = shadow.folders
  const { git, config, hooks, empty } = partsOf(generation)
  // Other working trees are the repository's, not those of one among them.
  const inner = { modules: join(own, "modules"), worktrees: own === common ? join(own, "worktrees") : empty }
  return [
    writableAt(git, own),
    readOnlyAt(config, join(own, "config")),
    readOnlyAt(hooks, join(own, "hooks")),
    readOnlyAt(join(common, "objects"), join(own, REAL_OBJECTS)),
    ...Object.entries(inner).map(([name, path]) => readOnlyAt(isFolder(path) ? path : empty, join(own, name))),
  ]
}

/** Submodules and working trees lie in a repository; what else does is hidden by its copy. */
function isReachable({ own }: GitFolders, all: readonly GitFolders[]): boolean {
  const outer = all.filter((folders) => folders.own !== own && isWithin(own, folders.own))
  return outer.every((folders) => /^(modules|worktrees)\//.test(relative(folders.own, own)))
}

/** Read-only as it is. Of a link only what it leads to can be kept, and only in the workspace. */
function keep(path: string, root: string): Mount[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) return keepTarget(path, root)
  return found?.isDirectory() || found?.isFile() ? [readOnly(path)] : []
}

function keepTarget(link: string, root: string): Mount[] {
  try {
    const target = realpathSync(link)
    return isWithin(target, root) && !isWithin(link, target) ? keep(target, root) : []
  } catch {
    return []
  }
}

/** Another command may be at work in the same workspace: that nothing was exchanged is looked at where it can't be any more. */
function expectations(
  paths: readonly string[],
  offered: readonly Offered[],
  root: string,
): ReadonlyMap<string, string> {
  const objects = offered.map(({ shadow: { folders } }) => {
    return [join(folders.own, REAL_OBJECTS), stamp(join(folders.common, "objects"), true)] as const
  })
  const inside = paths.filter((path) => isWithin(path, root))
  return new Map([...objects, ...inside.map((path) => [path, stamp(path, true)] as const)])
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

const told = new Set<string>()

/** Once is enough. */
function readOnlyNote(name: string, own: string, why: string): string[] {
  const note = `[keelson: git can only read the repository ${name} here: ${why}.]`
  if (told.has(own + why)) return []
  told.add(own + why)
  return [note]
}

function tooMany(root: string, count: number): ToolFailure {
  return new ToolFailure(
    `${root} holds ${count} repositories, and at most ${MAX_REPOSITORIES} can be protected from commands, so no command runs in it. ` +
      "Run in a folder further down, or without the sandbox.",
  )
}
