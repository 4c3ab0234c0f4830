import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import type { RealRules } from "../../workspace/path-rules.ts"
import { gitFoldersOf } from "../git/folders.ts"
import { coverFile, emptyFolder, type Mount } from "../mount.ts"
import { isWithin } from "../paths.ts"
import { placesIn, type WorkspacePlaces } from "../workspace-places.ts"
import { downloadsIn, ownDownloads, settingsIn, toolChainsIn } from "./home-view.ts"
import { findHomes, type Homes } from "./homes.ts"
import { installations, type Shown } from "./installations.ts"

/** What a command's view of the home folders is made of. */
export type HomeView = {
  /** Home folders that are not there for commands. */
  readonly hidden: readonly string[]
  /** What is seen in hidden places all the same. */
  readonly shown: readonly string[]
  readonly mounts: readonly Mount[]
  /** These take the place of files that hold credentials, so they come after those were covered. */
  readonly settings: readonly Mount[]
}

type Viewed = {
  /** Where the command works; `undefined` for none. */
  readonly root: string | undefined
  readonly network: boolean
  /** What it may write, the workspace among it. */
  readonly writable: readonly string[]
  readonly rules: RealRules
  /** Other folders that are not there: temporary ones, sockets of services. */
  readonly hidden: readonly string[]
}

/** A file system in memory must not be a way to use it up. */
const PRIVATE_BYTES = 1 << 30

/**
 * The user's home is an empty folder of the command's own, with tool chains in it; it ends with the command. A home in which the command
 * works, or that the user shows, stays as it is, but what other programs start from it can't be changed.
 */
export async function viewHomes(viewed: Viewed): Promise<HomeView> {
  const { root, network, writable, rules } = viewed
  const homes = findHomes()
  const isOpen = (home: string) => [...writable, ...rules.allowRead].some((place) => isWithin(place, home))
  const own = homes.own.filter((home) => !isOpen(home))
  const hidden = [...own, ...homes.others.filter((home) => !isOpen(home))]
  const isAllowed = ({ at }: Shown) => !rules.denyRead.some((denied) => isWithin(denied, at))
  const isHidden = ({ at }: Shown) => [...hidden, ...viewed.hidden].some((folder) => isWithin(folder, at))
  const [first] = own
  const ownCaches = first && root ? ownDownloads(first, root, network).filter(isAllowed) : []
  const isReplaced = ({ at }: Shown) => ownCaches.some((cache) => cache.at === at)
  const repository = root === undefined ? undefined : await repositoryAround(root, hidden)
  const shown = withoutInner(
    [
      ...homes.own.flatMap(toolChainsIn).filter((one) => isHidden(one) || isWritten(one, writable)),
      ...[
        ...own.flatMap(downloadsIn).filter((one) => !isReplaced(one)),
        ...installations([...hidden, ...viewed.hidden]),
        ...(repository ? [{ at: repository.top, from: repository.top }] : []),
      ].filter(isHidden),
    ].filter(isAllowed),
  )
  return {
    hidden,
    shown: [...shown, ...ownCaches].map(({ at }) => at),
    mounts: [
      ...hiddenMounts(homes, hidden),
      ...shown.map(readOnlyAt),
      ...ownCaches.map(({ at, from }) => ({ path: at, flags: ["--bind", from, at] })),
      ...(repository ? secretMounts(repository.places) : []),
    ],
    settings: homes.own.flatMap(settingsIn).filter(isAllowed).map(readOnlyAt),
  }
}

function isWritten({ at }: Shown, writable: readonly string[]): boolean {
  return writable.some((place) => isWithin(place, at) && place !== at)
}

function hiddenMounts(homes: Homes, hidden: readonly string[]): Mount[] {
  return hidden.map((path) =>
    homes.own.includes(path)
      ? { path, flags: ["--perms", "0700", "--size", String(PRIVATE_BYTES), "--tmpfs", path] }
      : emptyFolder(path),
  )
}

function readOnlyAt({ at, from }: Shown): Mount {
  return { path: at, flags: ["--ro-bind", from, at] }
}

/** A package folder needs its repository's other packages; the keys in them it does not. */
async function repositoryAround(
  root: string,
  hidden: readonly string[],
): Promise<{ top: string; places: WorkspacePlaces } | undefined> {
  if (!isBelowRepository(root)) return undefined
  const git = await gitFoldersOf(root)
  const top = git && dirname(git.entry)
  if (top === undefined || top === root || !hidden.some((folder) => isWithin(folder, top))) return undefined
  // Where not all of it can be searched for keys, nothing of it is shown.
  const places = await placesIn(top).catch(() => undefined)
  return places && { top, places }
}

/** A quick look before the thorough one: most workspaces are the top of their repository, or in none. */
function isBelowRepository(root: string): boolean {
  if (existsSync(join(root, ".git"))) return false
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return true
  }
  return false
}

function secretMounts({ secrets, unreadable }: WorkspacePlaces): Mount[] {
  return [...secrets.map(coverFile), ...unreadable.map(emptyFolder)]
}

/** Each place once, and none that another one shows already. */
function withoutInner(shown: readonly Shown[]): Shown[] {
  const byPlace = new Map(shown.map((one) => [one.at, one]))
  const all = [...byPlace.values()]
  return all.filter(
    ({ at, from }) =>
      !all.some(
        (outer) => outer.at !== at && isWithin(outer.at, at) && outer.from + at.slice(outer.at.length) === from,
      ),
  )
}
