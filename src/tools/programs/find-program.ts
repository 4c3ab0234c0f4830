import { accessSync, constants, existsSync, lstatSync, readlinkSync, statSync } from "node:fs"
import { delimiter, dirname, isAbsolute, join, parse, resolve, sep } from "node:path"
import { distrustCount, isUntrusted } from "./untrusted-places.ts"

/** More links than this lead nowhere. */
const MAX_LINKS = 40
const OTHERS_MAY_WRITE = 0o002
const SUFFIXES = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""]
/** Folders of one project, whichever workspace is open now: runs in that project may write there. */
const OF_A_PROJECT = `${sep}node_modules${sep}.bin`
const VIRTUAL_ENVIRONMENT = "pyvenv.cfg"

/** Looked at once: it takes a hundred calls of the file system, and git alone is started a dozen times in a run. */
type Known = {
  readonly searched: string
  readonly distrusted: number
  readonly folders: readonly string[]
  readonly programs: Map<string, string>
}
let lastKnown: Known | undefined

/**
 * The absolute path of a program that the engine itself starts, found once. Folders that a run could have written are passed
 * over, and so are programs that are links into one; `undefined` where there is no other.
 */
export function findProgram(name: string): string | undefined {
  const { programs, folders } = known()
  const before = programs.get(name)
  if (before !== undefined) return before
  const found = lookFor(name, folders)
  if (found !== undefined) programs.set(name, found)
  return found
}

/** The user's search path without the folders that a run could have written: for programs that start others by name. */
export function trustedPath(): string {
  return known().folders.join(delimiter)
}

function known(): Known {
  const now = { searched: searchPath(), distrusted: distrustCount() }
  if (lastKnown?.searched !== now.searched || lastKnown.distrusted !== now.distrusted)
    lastKnown = { ...now, folders: searchedFolders(), programs: new Map() }
  return lastKnown
}

function lookFor(name: string, folders: readonly string[]): string | undefined {
  const paths = folders.flatMap((folder) => SUFFIXES.map((suffix) => join(folder, name + suffix)))
  return paths.find(isOwnProgram)
}

/** Without links: a folder that is found by a link is the one that it leads to when it is first looked for. */
function searchedFolders(): string[] {
  const folders = new Set(searchPath().split(delimiter).filter(isAbsolute))
  return [...new Set([...folders].flatMap((folder) => ownFolder(folder) ?? []))]
}

/** Where it really is, unless a run could have written there. */
function ownFolder(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  try {
    const { ways, end } = waysTo(folder)
    return isOfAProject(end) || isOpenToOthers(end) || ways.some(isUntrusted) ? undefined : end
  } catch {
    return undefined
  }
}

function isOwnProgram(path: string): boolean {
  // Most folders don't have it, and an error costs more than a look.
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.X_OK)
    const { ways, end } = waysTo(path)
    return statSync(end).isFile() && ![end, dirname(end)].some(isOpenToOthers) && !ways.some(isUntrusted)
  } catch {
    return false
  }
}

function isOfAProject(folder: string): boolean {
  return folder.endsWith(OF_A_PROJECT) || existsSync(join(dirname(folder), VIRTUAL_ENVIRONMENT))
}

function isOpenToOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & OTHERS_MAY_WRITE) !== 0
}

/** Where the path leads, and where each link on its way lies: whoever may change one of them chooses the program. */
function waysTo(path: string): { readonly ways: readonly string[]; readonly end: string } {
  const ways: string[] = []
  let rest = resolve(path)
  for (let links = 0; links <= MAX_LINKS; links++) {
    const link = firstLink(rest)
    if (link === undefined) return { ways: [...ways, rest], end: rest }
    ways.push(link)
    rest = join(resolve(dirname(link), readlinkSync(link)), rest.slice(link.length))
  }
  throw new Error(`${path} has too many links`)
}

function firstLink(path: string): string | undefined {
  const { root } = parse(path)
  let here = root
  for (const part of path.slice(root.length).split(sep).filter(Boolean)) {
    here = join(here, part)
    if (lstatSync(here).isSymbolicLink()) return here
  }
  return undefined
}

function searchPath(): string {
  return process.env.PATH ?? process.env.Path ?? ""
}
