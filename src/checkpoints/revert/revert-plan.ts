import { dirname } from "node:path"
import { changesOf, type Delta, type OwnedDifference } from "../contents/delta.ts"
import { isSameEntry, type TreeEntry } from "../contents/entries.ts"
import type { TreeId } from "../contents/tree-id.ts"
import type { GitPlace } from "../shadow/git.ts"
import { mergeBack } from "./merge.ts"

/** A path that is left as it is, and why. */
export type Conflict = { readonly path: string; readonly reason: string }

/** What a path is to become, and how it came to that. */
type Aim = { readonly entry: TreeEntry | null; readonly isMerged: boolean }

export type RevertPlan = {
  readonly aims: ReadonlyMap<string, Aim>
  readonly conflicts: readonly Conflict[]
  /** Each delta's paths, by its name. */
  readonly touched: ReadonlyMap<string, readonly string[]>
}

/** `preview`: says what would be done, and does nothing. */
export type RevertRequest = {
  readonly deltas: readonly Delta[]
  readonly force: boolean
  readonly preview?: boolean | undefined
}

/** The workspace as it is when something is to be taken back. */
export type Now = { readonly tree: TreeId; readonly entries: ReadonlyMap<string, TreeEntry> }

/**
 * Takes the deltas back one by one, the last one first, each from what the later ones left: where a file is as the delta left it, it
 * becomes what it was before; where somebody changed it since, that change stays if the two can be told apart.
 */
export async function planRevert(place: GitPlace, now: Now, { deltas, force }: RevertRequest): Promise<RevertPlan> {
  const draft = { aims: new Map<string, Aim>(), conflicts: new Map<string, string>(), origins: new Map() }
  const touched = new Map<string, string[]>()
  for (const delta of deltas.toReversed()) {
    const changes = await changesOf(place, delta, now.tree)
    touched.set(delta.name, [...(touched.get(delta.name) ?? []), ...changes.map(({ path }) => path)])
    for (const change of changes) await takeBack(place, now, draft, { ...change, force })
  }
  dropSettled(now, draft)
  dropHindered(now, draft)
  return { ...draft, conflicts: [...draft.conflicts].map(([path, reason]) => ({ path, reason })), touched }
}

type RevertDraft = {
  readonly aims: Map<string, Aim>
  readonly conflicts: Map<string, string>
  /** What stood at a path before the first delta that touched it. */
  readonly origins: Map<string, TreeEntry | null>
}

type Wanted = OwnedDifference & { readonly force: boolean }

async function takeBack(
  place: GitPlace,
  now: Now,
  { aims, conflicts, origins }: RevertDraft,
  wanted: Wanted,
): Promise<void> {
  const { path } = wanted
  origins.set(path, wanted.before)
  if (conflicts.has(path)) return
  const known = aims.get(path) ?? { entry: now.entries.get(path) ?? null, isMerged: false }
  const next = await stepBack(place, wanted, known)
  if (typeof next === "string") conflicts.set(path, next)
  else aims.set(path, next)
}

/** What the path was before the change, or why that is not known. */
async function stepBack(
  place: GitPlace,
  { before, after, isCertain, force }: Wanted,
  known: Aim,
): Promise<Aim | string> {
  if (isSameEntry(known.entry, before)) return known
  const back = { entry: before, isMerged: false }
  if (force) return back
  if (!isCertain) return "it changed in or after a round that was interrupted, and it is not known who changed it"
  if (isSameEntry(known.entry, after)) return { ...back, isMerged: known.isMerged }
  const merged = await mergeBack(place, { current: known.entry, after, before })
  return merged ? { entry: merged, isMerged: true } : "it was changed since"
}

/** A path with a conflict stays as it is, and what is as it was before all of it needs nothing. */
function dropSettled({ entries }: Now, { aims, conflicts, origins }: RevertDraft): void {
  for (const path of conflicts.keys()) {
    aims.delete(path)
    if (isSameEntry(entries.get(path) ?? null, origins.get(path) ?? null)) conflicts.delete(path)
  }
  for (const [path, { entry }] of aims) if (isSameEntry(entry, entries.get(path) ?? null)) aims.delete(path)
}

/** A file can't be put where a folder with other files stands, or below another file. */
function dropHindered({ entries }: Now, { aims, conflicts }: RevertDraft): void {
  const remains = [...entries.keys()].filter((path) => !path.endsWith("/"))
  for (let isStable = false; !isStable; ) {
    isStable = true
    const staying = new Set(remains.filter((path) => aims.get(path)?.entry !== null))
    const folders = new Set([...staying].flatMap(foldersAbove))
    for (const [path, { entry }] of aims) {
      if (entry === null) continue
      const isHindered = folders.has(path) || foldersAbove(path).some((folder) => staying.has(folder))
      if (!isHindered) continue
      conflicts.set(path, "something else is in its place now")
      aims.delete(path)
      isStable = false
    }
  }
}

function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let folder = dirname(path); folder !== "." && folder !== "/"; folder = dirname(folder)) folders.push(folder)
  return folders
}
