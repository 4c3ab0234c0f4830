import { lstatSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { shadowFingerprint, stamp } from "./fingerprint.ts"
import { openImport } from "./import.ts"
import { makeShadow, partsOf, removeShadow } from "./shadow.ts"
import { currentState, readState, type ShadowState, setCurrent, writeState } from "./shadow-state.ts"
import { GENERATION, KEPT, sweepCopies } from "./sweep.ts"
import { keepIndex, marksOf, type Shadow, takeOver } from "./take-over.ts"

/** Copies that commands of this process work in, and how many do. */
const inUse = new Map<string, number>()

/** The copy that a command gets: the last one, if it is still what the repository is, or a new one. */
export async function openShadow(shadow: Shadow): Promise<{ generation: string; notes: readonly string[] }> {
  return inTurn(shadow.folders.common, async () => {
    const before = knownState(shadow)
    const notes: string[] = []
    // What a process left behind that was killed.
    const pending = before && (await taken(shadow, before, notes))
    const isGood = pending !== undefined && (await isCurrent(shadow, pending))
    const state = isGood ? pending : await renewed(shadow, before, notes)
    const generation = join(shadow.place, state.generation)
    inUse.set(generation, (inUse.get(generation) ?? 0) + 1)
    return { generation, notes }
  })
}

/** After a command: what it did is taken over. Side by side, one after the other. */
export async function closeShadow(shadow: Shadow, generation: string): Promise<readonly string[]> {
  return inTurn(shadow.folders.common, async () => {
    const notes: string[] = []
    const state = readState(generation)
    if (state) await taken(shadow, state, notes)
    const others = (inUse.get(generation) ?? 1) - 1
    if (others > 0) inUse.set(generation, others)
    else inUse.delete(generation)
    return notes
  })
}

/** The same repository, not another one in its place. */
function knownState({ place, folders }: Shadow): ShadowState | undefined {
  const state = currentState(place)
  const isSame = state?.own === folders.own && state.identity === stamp(join(folders.common, "objects"), true)
  return isSame ? state : undefined
}

/** `undefined` where it can't be: the copy stays, and the next command gets another one. */
async function taken(shadow: Shadow, state: ShadowState, notes: string[]): Promise<ShadowState | undefined> {
  try {
    const done = await takeOver(shadow, state)
    notes.push(...done.notes)
    return done.state
  } catch (error) {
    const generation = join(shadow.place, state.generation)
    writeFileSync(join(generation, KEPT), "")
    writeState(generation, { ...state, real: "", shadow: shadowFingerprint(partsOf(generation).git) })
    notes.push(
      `[keelson: what commands did in the repository ${shadow.name} could not be taken over: ${(error as Error).message}. It is kept in ${partsOf(generation).git}.]`,
    )
    return undefined
  }
}

/** Also where only `git status` was run outside: it writes the same entries anew. */
async function isCurrent({ folders, place, confine }: Shadow, state: ShadowState): Promise<boolean> {
  const now = marksOf(folders)
  if (now.real !== state.real) return false
  if (now.index === state.index) return true
  const generation = join(place, state.generation)
  const importing = await openImport({ confine, folders, generation })
  const { real, base } = await importing.list().finally(importing.stop)
  if (JSON.stringify([...real]) !== JSON.stringify([...base])) return false
  keepIndex(folders.own, partsOf(generation).baseIndex)
  writeState(generation, { ...state, ...now })
  return true
}

async function renewed(shadow: Shadow, before: ShadowState | undefined, notes: string[]): Promise<ShadowState> {
  const { place, folders, name } = shadow
  if (before === undefined) sweepCopies(dirname(place))
  if (before && isRebasing(join(place, before.generation)))
    notes.push(`[keelson: ${name} was changed outside, so the rebase that was in progress there is given up.]`)
  const state = await makeShadow(place, folders)
  setCurrent(place, state)
  for (const other of readdirSync(place).filter((one) => GENERATION.test(one) && one !== state.generation)) {
    const isKept = stamp(join(place, other, KEPT)) !== "-"
    if (!isKept && !inUse.has(join(place, other))) removeShadow(place, other)
  }
  return state
}

function isRebasing(generation: string): boolean {
  const { git } = partsOf(generation)
  return ["rebase-merge", "rebase-apply"].some((name) => lstatSync(join(git, name), { throwIfNoEntry: false }))
}

const turns = new Map<string, Promise<unknown>>()

/** One at a time for each repository. */
async function inTurn<Result>(repository: string, work: () => Promise<Result>): Promise<Result> {
  const before = turns.get(repository) ?? Promise.resolve()
  const own = before.then(work, work)
  turns.set(repository, own)
  try {
    return await own
  } finally {
    if (turns.get(repository) === own) turns.delete(repository)
  }
}
