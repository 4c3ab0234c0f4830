import { dirname } from "node:path"
import type { GitPlace } from "../shadow/git.ts"
import { readBlobs } from "./blobs.ts"
import type { TreeEntry } from "./entries.ts"
import { InTheWay, putFile, putFolder, removeEmptyFolders, removeFile } from "./put-file.ts"

/** What each path shall be; `null` for nothing. A path that ends in a slash is a folder with nothing in it. */
export type Targets = ReadonlyMap<string, TreeEntry | null>

/**
 * Makes the paths what they shall be, and looks at no other; folders that become empty go, unless `kept` has them. Returns the paths
 * that something stands in the way of.
 */
export async function placeEntries(place: GitPlace, targets: Targets, kept: ReadonlySet<string>): Promise<InTheWay[]> {
  for (const path of targets.keys()) refuseForeign(path)
  const puts = [...targets].flatMap(([path, entry]) => (entry ? [{ path, entry }] : []))
  const stays = new Set([...kept, ...foldersOf(puts.map(({ path }) => path))])
  await removeAll(
    place,
    [...targets.keys()].filter((path) => targets.get(path) === null),
    stays,
  )
  return putAll(place, puts)
}

/** Every folder on the way to these paths. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path.endsWith("/") ? `${path}inside` : path); folder !== "."; folder = dirname(folder)) {
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

/** Before anything is put: a folder may have to make room for a file. The innermost go first. */
async function removeAll(place: GitPlace, paths: readonly string[], stays: ReadonlySet<string>): Promise<void> {
  const root = place.workspace
  for (const path of [...paths].sort().reverse()) {
    if (!path.endsWith("/")) await removeFile(root, path)
    const folder = path.endsWith("/") ? path.slice(0, -1) : dirname(path)
    await removeEmptyFolders(root, folder, (name) => stays.has(name))
  }
}

type Put = { readonly path: string; readonly entry: TreeEntry }

async function putAll(place: GitPlace, puts: readonly Put[]): Promise<InTheWay[]> {
  const root = place.workspace
  const hindered: InTheWay[] = []
  const tried = (deed: Promise<void>) =>
    deed.catch((error: unknown) => {
      if (!(error instanceof InTheWay)) throw error
      hindered.push(error)
    })
  const files = Map.groupBy(
    puts.filter(({ entry }) => entry.kind !== "folder"),
    ({ entry }) => entry.blob,
  )
  for await (const { id, content } of readBlobs(place, [...files.keys()])) {
    for (const { path, entry } of files.get(id) ?? []) await tried(putFile(root, path, entry, content))
  }
  for (const { path, entry } of puts) if (entry.kind === "folder") await tried(putFolder(root, path))
  return hindered
}

/** What comes from a log is a path inside the workspace, or somebody changed the log. */
function refuseForeign(path: string): void {
  const parts = path.split("/")
  if (path.startsWith("/") || parts.some((part) => part === ".." || part === "." || part.toLowerCase() === ".git")) {
    throw new TypeError(`"${path}" is no path that a checkpoint could hold.`)
  }
}
