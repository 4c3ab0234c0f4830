import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readPlainFileSync } from "../../plain-file.ts"
import type { Confine } from "./cell.ts"
import { type Exported, exportShadow } from "./export.ts"
import { fingerprintOf, OPEN_WORK, shadowFingerprint, stamp } from "./fingerprint.ts"
import { requireFit } from "./fitness.ts"
import type { GitFolders } from "./folders.ts"
import { importChanges, importObjects, type TakenChanges } from "./import.ts"
import { changeOf } from "./index-entries.ts"
import { headChange, headText, refChanges } from "./ref-changes.ts"
import { textIn } from "./refs.ts"
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
  const exported = await exportShadow(shadow.confine, generation, join(folders.common, "objects"), shadow.covered)
  const importing = { confine: shadow.confine, folders, generation }
  const indexes = await importObjects(importing, exported.pack).finally(exported.stop)
  const index = changeOf(indexes.base, indexes.real, exported.index)
  const refs = refChanges(folders, state, exported)
  const head = headChange(folders, state, exported)
  const stash = stashChange(folders, state, exported)
  const openWork = isUntouched ? openWorkChange(folders.own, exported) : NONE
  const changes: TakenChanges = {
    ...index,
    refs: refs.orders,
    head: head.to,
    stash: stash.change,
    openWork,
    message: exported.message || "keelson",
    moved: exported.moved || exported.message || "keelson",
  }
  const failed = isAnything(changes) ? await importChanges(importing, changes) : []
  const lost = [
    ...failed.map((line) => `${line} (git refused it)`),
    ...refs.notes,
    ...head.notes,
    ...stash.notes,
    ...index.conflicts.map((path) => `the staged ${utf8(path)} was changed outside meanwhile and stays as it is there`),
    ...index.intended.map((path) => `${utf8(path)} is not marked to be added later`),
  ]
  const next: ShadowState = {
    ...state,
    shadow: mark,
    // What was changed outside meanwhile, or not taken, is not the same in both: without a mark the next command gets another copy.
    ...(isUntouched && lost.length === 0 ? marksOf(folders) : { real: "" }),
    head: headText(exported.head) ?? state.head,
    refs: Object.fromEntries(exported.refs),
    stash: exported.stash.map(({ id }) => id),
  }
  if (isUntouched) keepIndex(folders.own, baseIndex)
  writeState(generation, next)
  const going = exported.isRebasing ? [stillOpen(name)] : []
  return { state: next, notes: [...lost.slice(0, MAX_NOTES).map((what) => `[keelson: ${name}: ${what}.]`), ...going] }
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

function isAnything({ refs, head, info, skipped, unskipped, stash, openWork }: TakenChanges): boolean {
  const isStash = stash.dropped !== 0 || stash.stored.length > 0
  const isIndex = info !== "" || skipped.length + unskipped.length > 0
  return refs.some((orders) => orders !== "") || head !== undefined || isIndex || isStash || openWork.size > 0
}

function utf8(path: string): string {
  return JSON.stringify(Buffer.from(path, "latin1").toString("utf8"))
}
