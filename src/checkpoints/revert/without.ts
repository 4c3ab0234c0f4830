import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readBlobs } from "../contents/blobs.ts"
import type { Delta } from "../contents/delta.ts"
import { differences, type TreeDifference } from "../contents/difference.ts"
import { readEntries, type TreeEntry } from "../contents/entries.ts"
import { type Extras, noteMode, readExtras, writeExtras } from "../contents/extras.ts"
import { placeEntries } from "../contents/place-entries.ts"
import { formatTreeId, parseTreeId, type TreeId } from "../contents/tree-id.ts"
import { type GitPlace, git } from "../shadow/git.ts"
import { takeTree } from "../take.ts"
import { NOTHING, nameOf } from "./preview.ts"
import { type Conflict, planRevert } from "./revert-plan.ts"

/** The workspace as it is, and as it would be without some pieces of work: what `revert` would leave. */
export type Without = {
  readonly now: TreeId
  readonly tree: TreeId
  /** Where the work and what others changed since can't be told apart. */
  readonly conflicts: readonly Conflict[]
}

/** Works out the workspace without these pieces of work; only the shadow is written. */
export async function without(place: GitPlace, deltas: readonly Delta[]): Promise<Without> {
  const now = formatTreeId(await takeTree(place, []))
  const entries = await readEntries(place, now)
  const { aims, conflicts } = await planRevert(place, { tree: now, entries }, { deltas, force: false })
  const targets = new Map([...aims].map(([path, { entry }]) => [path, entry]))
  return { now, tree: await treeWith(place, now, targets), conflicts }
}

/** A checkpoint with other entries at these paths. */
async function treeWith(place: GitPlace, id: TreeId, targets: ReadonlyMap<string, TreeEntry | null>): Promise<TreeId> {
  if (targets.size === 0) return id
  const { tree, extras } = parseTreeId(id)
  const folder = await mkdtemp(join(tmpdir(), "keelson-without-"))
  try {
    const apart = { ...place, index: join(folder, "index") }
    await git(apart, ["read-tree", tree])
    const files = [...targets].filter(([path]) => !path.endsWith("/"))
    // Removals come first: a file may become a folder.
    const ordered = files.toSorted(([, one], [, other]) => Number(one !== null) - Number(other !== null))
    const input = ordered.map(([path, entry]) => `${entry ? nameOf(entry) : NOTHING}\t${path}\0`).join("")
    await git(apart, ["update-index", "-z", "--index-info"], { input })
    const written = (await git(apart, ["write-tree"])).toString("utf8").trim()
    // Kept as long as any other checkpoint: a run that goes on asks for it again.
    await writeFile(join(place.gitFolder, "refs", "trees", written), `${written}\n`)
    const kept = await writeExtras(place, extrasWith(await readExtras(place, extras), targets))
    return formatTreeId({ tree: written, extras: kept })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function extrasWith(before: Extras, targets: ReadonlyMap<string, TreeEntry | null>): Extras {
  const modes = new Map(before.modes)
  const folders = new Set(before.folders)
  for (const [path, entry] of targets) {
    if (path.endsWith("/")) {
      if (entry) folders.add(path)
      else folders.delete(path)
    } else if (entry?.kind === "file") noteMode(modes, path, entry.mode)
    else modes.delete(path)
  }
  return { modes, folders: [...folders] }
}

/**
 * Puts what `to` has and `from` has not into a folder that is empty so far, each file as new as it is put there. Returns the paths that
 * `from` has and `to` has not.
 */
export async function layDown(place: GitPlace, from: TreeId, to: TreeId, folder: string): Promise<readonly string[]> {
  const found = await differences(place, from, to)
  const puts = found.flatMap(({ path, after }) => (after ? [[path, after] as const] : []))
  await placeEntries({ ...place, workspace: folder }, new Map(puts), new Set())
  return found.filter(({ after }) => after === null).map(({ path }) => path)
}

/** A file that two checkpoints have differently, as text; `null` where there is none, or it is no text. */
export type TextChange = { readonly path: string; readonly before: string | null; readonly after: string | null }

/** The same as `differences`, with what stands in the files. */
export async function textChanges(place: GitPlace, from: TreeId, to: TreeId): Promise<TextChange[]> {
  const found = (await differences(place, from, to)).filter(({ path }) => !path.endsWith("/"))
  const blobs = found.flatMap(({ before, after }) =>
    [before, after].flatMap((entry) => (isText(entry) ? entry.blob : [])),
  )
  const texts = new Map<string, string>()
  for await (const { id, content } of readBlobs(place, [...new Set(blobs)]))
    if (!content.includes(0)) texts.set(id, content.toString("utf8"))
  const textOf = (entry: TreeDifference["before"]) => (entry ? (texts.get(entry.blob) ?? "") : null)
  return found.map(({ path, before, after }) => ({ path, before: textOf(before), after: textOf(after) }))
}

function isText(entry: TreeEntry | null): entry is TreeEntry {
  return entry?.kind === "file"
}
