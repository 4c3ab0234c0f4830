import { type Stats, statSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import { PROJECT_CODE, PROJECT_FILE } from "../../config.ts"
import { readPlainFileSync } from "../../tools/workspace/plain-file.ts"
import { openWorkspace } from "../../tools/workspace/workspace.ts"

/** The folder that runs may touch, and where in it the user stands; `.` for the folder itself. */
export type WorkPlace = { readonly root: string; readonly stand: string }

/** A folder that is named is meant as it is; else the repository that one stands in. Throws `WorkspaceError`. */
export async function findWorkPlace(named?: string): Promise<WorkPlace> {
  const { root: here } = await openWorkspace(named ?? process.cwd())
  const root = named === undefined ? projectAround(here) : here
  return { root, stand: relative(root, here).split(sep).join("/") || "." }
}

/** The folder as runs know it: absolute, without links; the project that one stands in where none is named. Throws `WorkspaceError`. */
export async function workspaceRoot(folder?: string): Promise<string> {
  return (await findWorkPlace(folder)).root
}

/** The repository around a folder, or the nearest folder of it that has a config; the folder itself where there is none that may be taken. */
function projectAround(here: string): string {
  let configured: string | undefined
  for (let folder = here; dirname(folder) !== folder; folder = dirname(folder)) {
    if (isConfigured(folder)) configured ??= folder
    if (!isRepository(folder)) continue
    return mayBeTaken(folder) ? (configured ?? folder) : here
  }
  return here
}

function isConfigured(folder: string): boolean {
  return [PROJECT_FILE, ...PROJECT_CODE].some((name) => statOf(join(folder, name)) !== undefined)
}

/** One that somebody else put above this folder must not open what lies beside it. */
function isRepository(folder: string): boolean {
  const path = join(folder, ".git")
  const found = statOf(path)
  if (!found || !isOwn(found)) return false
  if (found.isDirectory()) return statOf(join(path, "HEAD")) !== undefined
  return textOf(path).startsWith("gitdir:")
}

function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid()
}

/** Whoever keeps dotfiles in git does not mean all that they have. */
function mayBeTaken(folder: string): boolean {
  const home = homedir()
  return home !== folder && !home.startsWith(folder + sep)
}

/** At once: a start waits longer for an answer from another thread than for the disk. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function textOf(path: string): string {
  try {
    return readPlainFileSync(path, { maxBytes: 65_536, followLink: true }).toString("utf8")
  } catch {
    return ""
  }
}
