import { readFile, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import { PROJECT_CODE, PROJECT_FILE } from "../config.ts"
import { openWorkspace } from "../tools/workspace.ts"

/** The folder that runs may touch, and where in it the user stands; `.` for the folder itself. */
export type WorkPlace = { readonly root: string; readonly stand: string }

/** A folder that is named is meant as it is; else the repository that one stands in. Throws `WorkspaceError`. */
export async function standing(named?: string): Promise<WorkPlace> {
  const { root: here } = await openWorkspace(named ?? process.cwd())
  const root = named === undefined ? await projectAround(here) : here
  return { root, stand: relative(root, here).split(sep).join("/") || "." }
}

/** The repository around a folder, or the nearest folder of it that has a config; the folder itself where there is none that may be taken. */
async function projectAround(here: string): Promise<string> {
  let configured: string | undefined
  for (let folder = here; dirname(folder) !== folder; folder = dirname(folder)) {
    if (await isConfigured(folder)) configured ??= folder
    if (!(await isRepository(folder))) continue
    return mayBeTaken(folder) ? (configured ?? folder) : here
  }
  return here
}

async function isConfigured(folder: string): Promise<boolean> {
  const found = await Promise.all([PROJECT_FILE, ...PROJECT_CODE].map((name) => statOf(join(folder, name))))
  return found.some((file) => file !== undefined)
}

/** One that somebody else put above this folder must not open what lies beside it. */
async function isRepository(folder: string): Promise<boolean> {
  const path = join(folder, ".git")
  const found = await statOf(path)
  if (!found || !isOwn(found)) return false
  if (found.isDirectory()) return (await statOf(join(path, "HEAD"))) !== undefined
  return (await readFile(path, "utf8").catch(() => "")).startsWith("gitdir:")
}

function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid()
}

/** Whoever keeps dotfiles in git does not mean all that they have. */
function mayBeTaken(folder: string): boolean {
  const home = homedir()
  return home !== folder && !home.startsWith(folder + sep)
}

function statOf(path: string) {
  return stat(path).catch(() => undefined)
}
