import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { GitPlace } from "../shadow/git.ts"

/** Permission bits that git does not keep, by path; a file that is not named has git's own. */
export type Modes = Map<string, number>

/**
 * What the last checkpoint knew of the files, so that the next one reads only what changed. Each call works on a state of its own
 * and leaves it to the next: processes don't wait for each other, and a killed one leaves no lock behind.
 */
export type WorkState = {
  readonly folder: string
  readonly place: GitPlace & { readonly index: string }
  readonly modes: Modes
  /** Changed so shortly before the last look that a further change might not show: git compares times by the second. */
  readonly recent: Set<string>
  /** What the index was written as. */
  tree: string | undefined
}

type Noted = { readonly modes: [string, number][]; readonly recent: string[]; readonly tree?: string | undefined }

/** A killed process's state is cleared away after this. */
const STALE_MS = 3_600_000

/** A private copy of the newest state. */
export async function openState(place: GitPlace): Promise<WorkState> {
  const name = randomBytes(8).toString("hex")
  const folder = join(place.gitFolder, "states", name)
  await mkdir(folder)
  const index = join(folder, "index")
  const { modes, recent, tree } = await takeOver(place, folder)
  return { folder, place: { ...place, index }, modes: new Map(modes), recent: new Set(recent), tree }
}

/** Makes this state the newest. */
export async function keepState({ folder, place, modes, recent, tree }: WorkState): Promise<void> {
  const pointer = join(place.gitFolder, "states", "newest")
  const before = await readFile(pointer, "utf8").catch(() => "")
  const noted: Noted = { modes: [...modes], recent: [...recent], tree }
  await writeFile(join(folder, "noted.json"), JSON.stringify(noted))
  await writeFile(join(folder, "pointer"), folder)
  await rename(join(folder, "pointer"), pointer)
  if (before !== "" && before !== folder) await rm(before, { recursive: true, force: true })
  await clearStale(place, folder)
}

/** Forgets this state; the newest stays what it was. */
export async function dropState({ folder }: WorkState): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

const NOTHING: Noted = { modes: [], recent: [] }
/** Another process may move on between two looks; not this often. */
const MOST_LOOKS = 10

/**
 * The index is linked, not copied: git tells by its time which files it has to read again, and replaces it as a whole when it writes.
 * Without the newest one, files that are kept although they are ignored would seem to be gone.
 */
async function takeOver(place: GitPlace, folder: string): Promise<Noted> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const newest = await readFile(join(place.gitFolder, "states", "newest"), "utf8").catch(() => undefined)
    if (newest === undefined) return NOTHING
    const noted = await takeOverFrom(newest, folder).catch(() => undefined)
    if (noted) return noted
  }
  return NOTHING
}

async function takeOverFrom(newest: string, folder: string): Promise<Noted> {
  const noted = JSON.parse(await readFile(join(newest, "noted.json"), "utf8")) as Noted
  const index = join(newest, "index")
  await link(index, join(folder, "index")).catch((error: NodeJS.ErrnoException) => {
    // A workspace without a file has no index.
    if (error.code !== "ENOENT" || !existsSync(newest)) throw error
  })
  return noted
}

async function clearStale(place: GitPlace, own: string): Promise<void> {
  const states = join(place.gitFolder, "states")
  for (const name of await readdir(states)) {
    const path = join(states, name)
    if (path === own || name === "newest") continue
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true })
  }
}
