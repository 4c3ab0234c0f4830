import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type GitPlace, git } from "../shadow/git.ts"
import type { Modes } from "./work-state.ts"

/** What git does not keep of a workspace: permissions other than its own two, and folders with nothing in them. */
export type Extras = { readonly modes: ReadonlyMap<string, number>; readonly folders: readonly string[] }

const NO_EXTRAS: Extras = { modes: new Map(), folders: [] }

/** Git's own two: everything else is an extra. */
const USUAL = [0o644, 0o755]

/** Notes a file's permissions; Windows has none to speak of. */
export function noteMode(modes: Modes, path: string, mode: number): void {
  const bits = mode & 0o7777
  if (process.platform === "win32" || USUAL.includes(bits)) modes.delete(path)
  else modes.set(path, bits)
}

/** Writes the extras beside the trees; `undefined` where there are none. */
export async function writeExtras(place: GitPlace, extras: Extras): Promise<string | undefined> {
  if (extras.modes.size === 0 && extras.folders.length === 0) return undefined
  const text = JSON.stringify({ modes: [...extras.modes].sort(byPath), folders: [...extras.folders].sort() })
  const id = blobId(text)
  const ref = join(place.gitFolder, "refs", "trees", id)
  if (existsSync(ref)) return id
  await git(place, ["hash-object", "-w", "--no-filters", "--stdin"], { input: text })
  await writeFile(ref, `${id}\n`)
  return id
}

export async function readExtras(place: GitPlace, id: string | undefined): Promise<Extras> {
  if (id === undefined) return NO_EXTRAS
  const { modes, folders } = JSON.parse((await git(place, ["cat-file", "blob", id])).toString("utf8"))
  return { modes: new Map(modes), folders }
}

/** The innermost folders of these that have nothing in them; one that holds any file at all counts as kept by it. */
export async function emptyFolders(workspace: string, folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => emptyLeaves(workspace, folder)))
  return found.flatMap((leaves) => leaves ?? [])
}

/** `undefined` as soon as there is anything but folders. */
async function emptyLeaves(workspace: string, folder: string): Promise<string[] | undefined> {
  const entries = await readdir(join(workspace, folder), { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined || entries.some((entry) => !entry.isDirectory() || entry.name === ".git")) return undefined
  if (entries.length === 0) return [folder]
  const leaves: string[] = []
  for (const { name } of entries) {
    const inner = await emptyLeaves(workspace, `${folder}${name}/`)
    if (inner === undefined) return undefined
    leaves.push(...inner)
  }
  return leaves
}

function byPath([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1
}

/** Git's name for a content, so that what is there already need not be written again. */
function blobId(text: string): string {
  const content = Buffer.from(text)
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex")
}
