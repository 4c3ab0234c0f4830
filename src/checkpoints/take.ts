import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { emptyFolders, noteMode, writeExtras } from "./contents/extras.ts"
import { bareFolders, type LeftOut, type Scan, type ScannedFile, scan } from "./contents/scan.ts"
import { dropState, keepState, openState, type WorkState } from "./contents/work-state.ts"
import { type GitPlace, git } from "./shadow/git.ts"
import { tidyIfDue } from "./shadow/tidy.ts"
import { CheckpointsUnavailable } from "./shadow/unavailable.ts"

/** The files' tree, what git does not keep of them (if there is any of it), and what is not in it. */
export type Taken = { readonly tree: string; readonly extras: string | undefined; readonly leftOut: readonly LeftOut[] }

/** Writes the workspace as it is now into the shadow. `also`: paths that are kept even though they are ignored. */
export async function takeTree(place: GitPlace, also: readonly string[], onProgress?: OnProgress): Promise<Taken> {
  // A file that somebody cuts short while it is read is reason enough for git to fail; not twice, though.
  return tryToTake(place, also, onProgress).catch((error: unknown) => {
    if (error instanceof CheckpointsUnavailable && error.givenUp !== undefined) throw error
    return tryToTake(place, also, onProgress)
  })
}

/** Hears how many of the files that have to be read were read. */
export type OnProgress = (done: number, of: number) => void

async function tryToTake(place: GitPlace, also: readonly string[], onProgress?: OnProgress): Promise<Taken> {
  const state = await openState(place)
  try {
    const scanned = await scan(state, also)
    const isChanged = await update(state, scanned, onProgress)
    const tree = await treeOf(state, isChanged)
    const bare = mayHaveMoved(scanned) ? await bareFolders(state) : scanned.bareFolders
    const folders = await emptyFolders(place.workspace, bare)
    const extras = await writeExtras(place, { modes: state.modes, folders })
    await writeFile(refOf(place, tree), `${tree}\n`)
    await keepState(state)
    if (isChanged) await tidyIfDue(place)
    return { tree, extras, leftOut: scanned.leftOut }
  } catch (error) {
    await dropState(state)
    throw error
  }
}

/** Written only where the files are not as they were: most looks find nothing new. */
async function treeOf(state: WorkState, isChanged: boolean): Promise<string> {
  if (isChanged || state.tree === undefined || !existsSync(refOf(state.place, state.tree)))
    state.tree = (await git(state.place, ["write-tree"])).toString("utf8").trim()
  return state.tree
}

/** Whether a folder may have got its first file, or lost its last one. */
function mayHaveMoved({ added, removed, bareFolders: bare }: Scan): boolean {
  return removed.length > 0 || added.some(({ path }) => bare.some((folder) => path.startsWith(folder)))
}

/** What keeps a tree from being tidied away. */
function refOf({ gitFolder }: GitPlace, tree: string): string {
  return join(gitFolder, "refs", "trees", tree)
}

/** Removals come first: a file may have become a folder. Tells whether there was anything to do. */
async function update(state: WorkState, scanned: Scan, onProgress?: OnProgress): Promise<boolean> {
  const { added, removed, seenAgain } = scanned
  if (removed.length > 0) {
    await git(state.place, ["update-index", "--force-remove", "-z", "--stdin"], { input: lines(removed) })
  }
  if (added.length > 0) await add(state, added, onProgress)
  for (const path of removed) state.modes.delete(path)
  const wasRecent = state.recent.size > 0
  note(state, [...seenAgain, ...added])
  const isChanged = added.length + removed.length > 0
  if (wasRecent && state.recent.size === 0 && !isChanged) await settle(state)
  return isChanged
}

/** Many files go into packs: as many single files would cost more than all the rest, and be packed then. */
async function add({ place }: WorkState, files: readonly ScannedFile[], onProgress?: OnProgress): Promise<void> {
  const settings = files.length < MANY || !(await packsWhatItAdds(place)) ? [] : INTO_A_PACK
  for (let done = 0; done < files.length; done += AT_ONCE) {
    const input = lines(files.slice(done, done + AT_ONCE).map(({ path }) => path))
    const words = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"]
    await git(place, words, { input, settings })
    onProgress?.(Math.min(done + AT_ONCE, files.length), files.length)
  }
}

const MANY = 500
/** Each time the index is written anew, so not too few; what is done is told in between, so not too many. */
const AT_ONCE = 5000
/** Git writes what is above this size into a pack. Packed more tightly, a seventh less space would cost half as much time again. */
const INTO_A_PACK = ["core.bigFileThreshold=1", "core.compression=1"].flatMap((setting) => ["-c", setting])

/** Before 2.37 each file would get a pack of its own. */
async function packsWhatItAdds(place: GitPlace): Promise<boolean> {
  const [, major = 0, minor = 0] =
    /(\d+)\.(\d+)/.exec((await git(place, ["version"])).toString("utf8"))?.map(Number) ?? []
  return major > 2 || (major === 2 && minor >= 37)
}

/** What was written just before the index is read again each time, until the index is younger. Only speed depends on it. */
async function settle({ place }: WorkState): Promise<void> {
  await git(place, ["update-index", "-q", "--refresh"]).catch(() => undefined)
}

function note({ modes, recent }: WorkState, seen: readonly ScannedFile[]): void {
  recent.clear()
  for (const { path, mode, isRecent } of seen) {
    if (mode === undefined) modes.delete(path)
    else noteMode(modes, path, mode)
    if (isRecent) recent.add(path)
  }
}

function lines(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join("")
}
