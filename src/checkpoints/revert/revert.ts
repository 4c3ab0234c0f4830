import { lstat } from "node:fs/promises"
import { join } from "node:path"
import type { FileChange } from "../../protocol/log/event.ts"
import type { Delta } from "../contents/delta.ts"
import { differences, fileChanges } from "../contents/difference.ts"
import { readEntries, type TreeEntry } from "../contents/entries.ts"
import { foldersOf, placeEntries } from "../contents/place-entries.ts"
import { formatTreeId, type TreeId } from "../contents/tree-id.ts"
import type { GitPlace } from "../shadow/git.ts"
import { takeTree } from "../take.ts"
import { previewText } from "./preview.ts"
import { type Conflict, type Now, planRevert, type RevertPlan, type RevertRequest } from "./revert-plan.ts"

export type { Conflict, Delta, RevertRequest }

/** `restored`: it was gone and is there again; `merged`: taken back, and what somebody changed since is still in it. */
export type Deed = "restored" | "changed back" | "removed" | "merged"

export type Reverted = {
  /** The workspace before and after: what takes this back in turn. */
  readonly before: TreeId
  readonly after: TreeId
  readonly files: readonly { readonly path: string; readonly deed: Deed }[]
  readonly changes: readonly FileChange[]
  readonly conflicts: readonly Conflict[]
  /** The deltas that are taken back as a whole. */
  readonly names: readonly string[]
  /** Of a preview: what would change. */
  readonly diff?: string
}

/** Takes deltas back; a checkpoint before and after makes that itself something that can be taken back. */
export async function revert(place: GitPlace, request: RevertRequest): Promise<Reverted> {
  const tree = formatTreeId(await takeTree(place, []))
  const now = { tree, entries: await readEntries(place, tree) }
  const plan = await planRevert(place, now, request)
  const hidden = request.force ? [] : await hiddenFiles(place, now, plan)
  const targets = new Map([...plan.aims].map(([path, { entry }]) => [path, entry]))
  for (const { path } of hidden) targets.delete(path)
  const files = () => [...targets].map(([path, entry]) => ({ path, deed: deedOf(plan, now, path, entry) })).sort(byPath)
  if (request.preview) {
    const conflicts = [...plan.conflicts, ...hidden].sort(byPath)
    const diff = await previewText(place, tree, targets)
    return { before: tree, after: tree, files: files(), changes: [], conflicts, names: [], diff }
  }
  const hindered = await placeEntries(place, targets, await foldersBefore(place, request.deltas))
  for (const { path } of hindered) targets.delete(path)
  const after = formatTreeId(await takeTree(place, [...targets.keys()]))
  const conflicts = [...plan.conflicts, ...hidden, ...hindered.map(({ path, what }) => ({ path, reason: what }))]
  const done = (await differences(place, tree, after)).filter(({ path }) => targets.has(path))
  return {
    before: tree,
    after,
    files: files(),
    changes: await fileChanges(place, done),
    conflicts: conflicts.sort(byPath),
    names: wholly(plan, conflicts),
  }
}

/** Files that no checkpoint holds, because they are ignored or too large, must not be lost under one that is put back. */
async function hiddenFiles({ workspace }: GitPlace, now: Now, { aims }: RevertPlan): Promise<Conflict[]> {
  const puts = [...aims].filter(([path, { entry }]) => entry && !path.endsWith("/") && !now.entries.has(path))
  const found = await Promise.all(puts.map(([path]) => lstat(join(workspace, path)).catch(() => undefined)))
  return puts
    .filter((_, index) => found[index]?.isDirectory() === false)
    .map(([path]) => ({ path, reason: "a file is there now that no checkpoint holds" }))
}

/** Folders that were there before the first of it stay, even if nothing is left in them. */
async function foldersBefore(place: GitPlace, [first]: readonly Delta[]): Promise<Set<string>> {
  return first ? foldersOf((await readEntries(place, first.from)).keys()) : new Set()
}

function deedOf({ aims }: RevertPlan, { entries }: Now, path: string, entry: TreeEntry | null): Deed {
  if (entry === null) return "removed"
  if (aims.get(path)?.isMerged) return "merged"
  return entries.has(path) ? "changed back" : "restored"
}

/** A delta of which a path was left alone can be taken back again. */
function wholly({ touched }: RevertPlan, conflicts: readonly Conflict[]): string[] {
  const left = new Set(conflicts.map(({ path }) => path))
  return [...touched.keys()].filter((name) => !touched.get(name)?.some((path) => left.has(path))).reverse()
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1
}
