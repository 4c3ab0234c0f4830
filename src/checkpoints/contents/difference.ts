import type { FileChange } from "../../protocol/log/event.ts"
import { contentHash } from "../../tools/content-hash.ts"
import { type GitPlace, git, listed } from "../shadow/git.ts"
import { readBlobs } from "./blobs.ts"
import { EMPTY_FOLDER, entryOf, isSameEntry, readEntries, type TreeEntry } from "./entries.ts"
import { readExtras } from "./extras.ts"
import { parseTreeId, type TreeId } from "./tree-id.ts"

/** A path that is not the same in two checkpoints. */
export type TreeDifference = {
  readonly path: string
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

/** Everything that differs, in the order of the paths. */
export async function differences(place: GitPlace, from: TreeId, to: TreeId): Promise<TreeDifference[]> {
  if (from === to) return []
  const [old, recent] = [parseTreeId(from), parseTreeId(to)]
  const [raw, before, after] = await Promise.all([
    git(place, ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", old.tree, recent.tree]),
    readExtras(place, old.extras),
    readExtras(place, recent.extras),
  ])
  const files = parseRaw(listed(raw), before.modes, after.modes)
  const seen = new Set(files.map(({ path }) => path))
  const others = changedModes(before.modes, after.modes).filter((path) => !seen.has(path))
  const permissions = others.length > 0 ? await comparedAt(place, from, to, others) : []
  return [...files, ...permissions, ...folderChanges(before.folders, after.folders)].sort(byPath)
}

/** The same for the log: files only, by the hashes of their contents. */
export async function fileChanges(place: GitPlace, found: readonly TreeDifference[]): Promise<FileChange[]> {
  const files = found.filter(({ path }) => !path.endsWith("/"))
  const blobs = files.flatMap(({ before, after }) => [before, after].flatMap((entry) => (entry ? [entry.blob] : [])))
  const hashes = new Map<string, string>()
  for await (const { id, content } of readBlobs(place, [...new Set(blobs)])) hashes.set(id, contentHash(content))
  const hash = (entry: TreeEntry | null) => (entry ? (hashes.get(entry.blob) ?? null) : null)
  return files.map(({ path, before, after }) => ({ path, before: hash(before), after: hash(after) }))
}

type Modes = ReadonlyMap<string, number>

/** `:mode mode blob blob status` and the path, in turns. */
function parseRaw(parts: readonly string[], before: Modes, after: Modes): TreeDifference[] {
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return []
    const [oldMode = "", newMode = "", oldBlob = "", newBlob = ""] = part.slice(1).split(" ")
    const path = parts[index + 1] ?? ""
    return [
      { path, before: entryOf(oldMode, oldBlob, before.get(path)), after: entryOf(newMode, newBlob, after.get(path)) },
    ]
  })
}

function changedModes(before: Modes, after: Modes): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path))
}

async function comparedAt(
  place: GitPlace,
  from: TreeId,
  to: TreeId,
  paths: readonly string[],
): Promise<TreeDifference[]> {
  const [before, after] = await Promise.all([readEntries(place, from, paths), readEntries(place, to, paths)])
  return paths
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((found) => !isSameEntry(found.before, found.after))
}

function folderChanges(before: readonly string[], after: readonly string[]): TreeDifference[] {
  const [old, recent] = [new Set(before), new Set(after)]
  return [
    ...before.filter((path) => !recent.has(path)).map((path) => ({ path, before: EMPTY_FOLDER, after: null })),
    ...after.filter((path) => !old.has(path)).map((path) => ({ path, before: null, after: EMPTY_FOLDER })),
  ]
}

function byPath(one: TreeDifference, other: TreeDifference): number {
  return one.path < other.path ? -1 : 1
}
