import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readPlainFileSync } from "../../workspace/plain-file.ts"
import type { Confine } from "./cell.ts"
import { type Exported, exportShadow } from "./export.ts"
import { fingerprintOf, OPEN_WORK, shadowFingerprint, stamp } from "./fingerprint.ts"
import { requireFit } from "./fitness.ts"
import type { GitFolders } from "./folders.ts"
import { type Indexes, openImport } from "./import.ts"
import { changeOf } from "./index-entries.ts"
import { headChange, headText, refChanges } from "./ref-changes.ts"
import { textIn } from "./refs.ts"
import type { TakenChanges } from "./request.ts"
import { partsOf } from "./shadow.ts"
import { type ShadowState, writeState } from "./shadow-state.ts"
import { stashChange } from "./stash.ts"

/** One repository that commands have a copy of. */
export type Shadow = {
  /** The folder of its copies. */
  readonly place: string
  readonly folders: GitFolders
  /** How it is called where something is said of it. */
  readonly name: string
  /** Folders that the reader of the copy must not see. */
  readonly covered: readonly string[]
  readonly confine: Confine
}

const INDEX_BYTES = 512 << 20
const LOG_BYTES = 16 << 20

/**
 * Takes what commands did in their copy over into the real repository: objects, refs, HEAD, index, stash, an open merge. Where the
 * user changed the same thing meanwhile, the user's stands. Returns what was not taken, a sentence each.
 */
export async function takeOver(shadow: Shadow, state: ShadowState): Promise<{ state: ShadowState; notes: string[] }> {
  const { place, folders, name } = shadow
  const generation = join(place, state.generation)
  const { git, baseIndex } = partsOf(generation)
  // Before it is read: what a command does meanwhile is seen the next time.
  const mark = shadowFingerprint(git)
  if (mark === state.shadow) return { state, notes: [] }
  requireFit(folders)
  const isUntouched = fingerprintOf(folders) === state.real
  const { exported, notes } = await carried(shadow, state, isUntouched)
  const next: ShadowState = {
    ...state,
    shadow: mark,
    // What was changed outside meanwhile, or not taken, is not the same in both: without a mark the next command gets another copy.
    ...(isUntouched && notes.length === 0 ? marksOf(folders) : { real: "" }),
    head: headText(exported.head) ?? state.head,
    refs: Object.fromEntries(exported.refs),
    stash: exported.stash.map(({ id }) => id),
  }
  if (isUntouched) keepIndex(folders.own, baseIndex)
  writeState(generation, next)
  const going = exported.isRebasing ? [stillOpen(name)] : []
  return { state: next, notes: [...notes.slice(0, MAX_NOTES).map((what) => `[keelson: ${name}: ${what}.]`), ...going] }
}

/** Reads the copy and does the same in the real repository. The two sandboxes are started at once, for each takes its time. */
async function carried(
  { place, folders, covered, confine }: Shadow,
  state: ShadowState,
  isUntouched: boolean,
): Promise<{ exported: Exported; notes: string[] }> {
  const generation = join(place, state.generation)
  const opening = openImport({ confine, folders, generation })
  // Whoever waits for it below hears of a failure.
  opening.catch(() => {})
  let exported: Exported | undefined
  try {
    exported = await exportShadow(confine, generation, join(folders.common, "objects"), covered)
    const importing = await opening
    const { changes, notes } = changesOf(folders, state, exported, await importing.list(), isUntouched)
    const failed = await importing.carryOut(exported.pack, changes)
    return { exported, notes: [...failed.map((line) => `${line} (git refused it)`), ...notes] }
  } finally {
    exported?.stop()
    await opening.then(
      (importing) => importing.stop(),
      () => {},
    )
  }
}

/** What is to be done in the real repository, and what is not: a sentence each. */
function changesOf(
  folders: GitFolders,
  state: ShadowState,
  exported: Exported,
  indexes: Indexes,
  isUntouched: boolean,
): { changes: TakenChanges; notes: string[] } {
  const index = changeOf(indexes.base, indexes.real, exported.index)
  const refs = refChanges(folders, state, exported)
  const head = headChange(folders, state, exported)
  const stash = stashChange(folders, state, exported)
  const changes = {
    ...index,
    refs: refs.orders,
    head: head.to,
    stash: stash.change,
    openWork: isUntouched ? openWorkChange(folders.own, exported) : NONE,
    message: exported.message || "keelson",
    moved: exported.moved || exported.message || "keelson",
  }
  const notes = [
    ...refs.notes,
    ...head.notes,
    ...stash.notes,
    ...index.conflicts.map((path) => `the staged ${utf8(path)} was changed outside meanwhile and stays as it is there`),
    ...index.intended.map((path) => `${utf8(path)} is not marked to be added later`),
  ]
  return { changes, notes }
}

const NONE: ReadonlyMap<string, Buffer | undefined> = new Map()
const MAX_NOTES = 20

/** The marks by which a change of the user's is seen. */
export function marksOf(folders: GitFolders): Pick<ShadowState, "real" | "index"> {
  return { real: fingerprintOf(folders), index: stamp(join(folders.own, "index")) }
}

/** The index as it is now in both. */
export function keepIndex(own: string, baseIndex: string): void {
  const path = join(own, "index")
  if (stamp(path) !== "-") writeFileSync(baseIndex, readPlainFileSync(path, { maxBytes: INDEX_BYTES }))
}

function stillOpen(name: string): string {
  return `[keelson: a rebase in ${name} is in progress. Only commands of Keelson know of it: end it with "git rebase --continue" or "git rebase --abort" in one.]`
}

function openWorkChange(own: string, { openWork }: Exported): ReadonlyMap<string, Buffer | undefined> {
  const real = (name: string) => textIn(join(own, name), LOG_BYTES)
  const changed = OPEN_WORK.filter((name) => real(name) !== (openWork.get(name)?.toString("utf8") ?? ""))
  return new Map(changed.map((name) => [name, openWork.get(name)]))
}

function utf8(path: string): string {
  return JSON.stringify(Buffer.from(path, "latin1").toString("utf8"))
}
