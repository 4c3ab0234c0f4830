import { lstatSync, mkdirSync, realpathSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { isWithin } from "../../../extras/open-workspaces.ts"
import { ToolFailure } from "../../tool.ts"
import { between, type Mount, readOnly, readOnlyAt, writable, writableAt } from "../mount.ts"
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
  for (const folders of distinct(known).slice(0, MAX_SHADOWS + 1)) {
    const shadow = shadowOf(folders, surroundings)
    try {
      const { generation, notes: said } = await openShadow(shadow)
      offered.push({ shadow, generation })
      notes.push(...said)
    } catch (error) {
      notes.push(...readOnlyNote(shadow.name, folders.own, (error as Error).message))
    }
  }
  const kept = new Set([...entries, ...known.flatMap(({ own, common }) => [own, common])])
  for (const { shadow } of offered) kept.delete(shadow.folders.own)
  const mounts = [
    ...offered.flatMap((one) => shadowMounts(one, offered)),
    ...[...kept].flatMap((path) => keep(path, offered, root)),
  ]
  const inner = mounts.map(({ path }) => path).filter((path) => isWithin(path, root))
  const ways = [...new Set(inner.flatMap((path) => waysTo(path, root, offered)))]
  return {
    mounts: [...ways.map(writable), ...mounts],
    expected: expectations(ways, [...kept], offered, root),
    notes,
    leave: async () => {
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

function shadowMounts({ shadow, generation }: Offered, offered: readonly Offered[]): Mount[] {
  const { own, common } = shadow.folders
  const { git, config, hooks, modules, worktrees } = partsOf(generation)
  const place = placeWithin(own, offered)
  if (place !== undefined) mkdirSync(place, { recursive: true })
  return [
    writableAt(git, own),
    readOnlyAt(config, join(own, "config")),
    readOnlyAt(hooks, join(own, "hooks")),
    readOnlyAt(modules, join(own, "modules")),
    readOnlyAt(worktrees, join(own, "worktrees")),
    readOnlyAt(join(common, "objects"), join(own, REAL_OBJECTS)),
  ]
}

/** The copy that stands around this path in the sandbox, the innermost one. */
function around(path: string, offered: readonly Offered[]): Offered | undefined {
  const outer = offered.filter(({ shadow }) => shadow.folders.own !== path && isWithin(path, shadow.folders.own))
  return outer.toSorted((a, b) => b.shadow.folders.own.length - a.shadow.folders.own.length)[0]
}

/** Where a copy has a folder for another one to be mounted over: in a part of it that commands can't write. */
function placeWithin(path: string, offered: readonly Offered[]): string | undefined {
  const outer = around(path, offered)
  return outer && join(outer.generation, relative(outer.shadow.folders.own, path))
}

/** Read-only as it is. Of a link only what it leads to can be kept, and only in the workspace. */
function keep(path: string, offered: readonly Offered[], root: string): Mount[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) return keepTarget(path, offered, root)
  if (found === undefined || !(found.isDirectory() || found.isFile())) return []
  if (!isWithin(path, root)) return [readOnly(path)]
  const place = placeWithin(path, offered)
  if (place !== undefined) mkdirSync(place, { recursive: true })
  return [readOnly(path)]
}

function keepTarget(link: string, offered: readonly Offered[], root: string): Mount[] {
  try {
    const target = realpathSync(link)
    return isWithin(target, root) && target !== root && !isWithin(link, target) ? keep(target, offered, root) : []
  } catch {
    return []
  }
}

/** The folders on the way are mounted too: what is mounted can't be moved away. Those in a copy can't be written. */
function waysTo(path: string, root: string, offered: readonly Offered[]): string[] {
  const outer = offered.some(({ shadow }) => shadow.folders.own !== path && isWithin(path, shadow.folders.own))
  return outer ? [] : between(root, path)
}

/** Another command may be at work in the same workspace: that nothing was exchanged is looked at where it can't be any more. */
function expectations(
  ways: readonly string[],
  kept: readonly string[],
  offered: readonly Offered[],
  root: string,
): ReadonlyMap<string, string> {
  const objects = offered.map(({ shadow: { folders } }) => {
    return [join(folders.own, REAL_OBJECTS), stamp(join(folders.common, "objects"), true)] as const
  })
  const plain = [...ways, ...kept.filter((path) => isWithin(path, root) && isMountable(path))]
  return new Map([...objects, ...plain.map((path) => [path, stamp(path, true)] as const)])
}

function isMountable(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.isDirectory() || found.isFile())
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
