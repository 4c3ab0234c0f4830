import { accessSync, constants } from "node:fs"
import { lstat, realpath } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { isGitInternal } from "../../tools/secrets/secret-files.ts"
import { git, listed } from "../shadow/git.ts"
import { CheckpointsUnavailable } from "../shadow/unavailable.ts"
import type { WorkState } from "./work-state.ts"

/** A larger file is left out. */
const MOST_BYTES = 20 * 1024 * 1024
/** So many files at once are no project, but a home folder or a disk. */
const MOST_FILES = 100_000
/** Repositories inside repositories; more is a loop. */
const MOST_NESTED = 50

/** A file that no checkpoint holds. */
export type LeftOut = { readonly path: string; readonly reason: "too large" | "unreadable" }

/** A file to be read (again). A link has no mode of its own. */
export type ScannedFile = { readonly path: string; readonly mode: number | undefined; readonly isRecent: boolean }

/** What has to be done to the last state to make it fit the files. */
export type Scan = {
  readonly added: readonly ScannedFile[]
  /** Files whose content is as it was; their permissions may not be. */
  readonly seenAgain: readonly ScannedFile[]
  readonly removed: readonly string[]
  readonly leftOut: readonly LeftOut[]
  /** Folders without a file that is kept; each ends in a slash. */
  readonly bareFolders: readonly string[]
}

type Found = ScannedFile & { readonly trouble?: LeftOut["reason"] | "gone" }

/** Compares the files with the last state, by their times and sizes first. */
export async function scan(state: WorkState, also: readonly string[]): Promise<Scan> {
  const { dirty, others, bareFolders } = await list(state)
  const { workspace } = state.place
  const gone = dirty.filter(({ status }) => status === "D").map(({ path }) => path)
  const changed = dirty.filter(({ status }) => status !== "D").map(({ path }) => path)
  const forced = await keepable(workspace, also)
  const candidates = new Set([...changed, ...others, ...forced])
  const seen = new Set([...candidates, ...gone])
  const recent = [...state.recent].filter((path) => !seen.has(path))
  const found = await lookAtAll(workspace, [...candidates])
  const known = new Set(changed)
  return {
    added: found.filter(isFine),
    seenAgain: (await lookAtAll(workspace, recent)).filter(isFine),
    removed: [...gone, ...found.filter(({ path, trouble }) => trouble && known.has(path)).map(({ path }) => path)],
    leftOut: found.flatMap(({ path, trouble }) => (trouble && trouble !== "gone" ? [{ path, reason: trouble }] : [])),
    bareFolders,
  }
}

/** Folders without a file that is kept, as things are now. */
export async function bareFolders({ place }: WorkState): Promise<string[]> {
  return listed(await git(place, ["ls-files", "-z", "--others", "--directory", "--exclude-standard"])).filter(isFolder)
}

type Listing = {
  readonly dirty: readonly { readonly status: string; readonly path: string }[]
  readonly others: readonly string[]
  readonly bareFolders: readonly string[]
}

async function list(state: WorkState): Promise<Listing> {
  for (let depth = 0; depth < MOST_NESTED; depth += 1) {
    const [dirty, others, folders] = await Promise.all([
      git(state.place, ["diff-files", "-z", "--name-status", "--no-renames"]),
      git(state.place, ["ls-files", "-z", "--others", "--exclude-standard"]),
      bareFolders(state),
    ])
    const names = listed(others)
    const nested = names.filter(isFolder)
    if (names.length > MOST_FILES) throw tooMany(state.place.workspace, names.length)
    if (nested.length === 0) return { dirty: pairs(listed(dirty)), others: names, bareFolders: folders }
    await openNested(state, nested)
  }
  throw new CheckpointsUnavailable(
    `No checkpoint of ${state.place.workspace}: repositories are nested too deeply in it.`,
  )
}

/** Git does not look into a repository inside the workspace, unless it knows of a file there; so it is told of one that never was. */
async function openNested(state: WorkState, folders: readonly string[]): Promise<void> {
  const lines = folders.map((folder) => `100644 ${EMPTY_BLOB}\t${folder}.keelson-nested\0`)
  await git(state.place, ["update-index", "--add", "-z", "--index-info"], { input: lines.join("") })
}

const EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"

/** The paths as git would spell them, as far as they are files inside the workspace. */
async function keepable(workspace: string, also: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(also.map((path) => spelled(workspace, path)))
  return paths.filter((path) => path !== undefined)
}

/** Git follows no links on the way to a file. */
async function spelled(workspace: string, path: string): Promise<string | undefined> {
  const absolute = join(workspace, path)
  const folder = await realpath(dirname(absolute)).catch(() => undefined)
  const found = await lstat(absolute).catch(() => undefined)
  if (folder === undefined || !(found?.isFile() || found?.isSymbolicLink())) return undefined
  const own = relative(workspace, join(folder, absolute.slice(dirname(absolute).length + 1)))
  const name = own.split(sep).join("/")
  return name.startsWith("../") || isGitInternal(name) ? undefined : name
}

function lookAtAll(workspace: string, paths: readonly string[]): Promise<Found[]> {
  const now = Date.now()
  return Promise.all(paths.map((path) => lookAt(workspace, path, now)))
}

async function lookAt(workspace: string, path: string, now: number): Promise<Found> {
  const absolute = join(workspace, path)
  const nothing = { path, mode: undefined, isRecent: false }
  // A name that is not UTF-8 can't be written into the log either.
  if (path.includes("\uFFFD")) return { ...nothing, trouble: "unreadable" }
  const found = await lstat(absolute).catch(() => undefined)
  if (found?.isSymbolicLink()) return nothing
  if (!found?.isFile()) return { ...nothing, trouble: "gone" }
  if (found.size > MOST_BYTES) return { ...nothing, trouble: "too large" }
  const seen = { path, mode: found.mode, isRecent: found.ctimeMs > now - RECENT_MS }
  return isReadable(absolute) ? seen : { ...nothing, trouble: "unreadable" }
}

/** The system knows the file by now and answers at once; a turn of the event loop for each of many files would cost more than the rest. */
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Longer than the second that git compares times by. */
const RECENT_MS = 2000

function isFine({ trouble }: Found): boolean {
  return trouble === undefined
}

function pairs(parts: readonly string[]): { status: string; path: string }[] {
  return parts.flatMap((status, index) => (index % 2 === 0 ? [{ status, path: parts[index + 1] ?? "" }] : []))
}

function isFolder(name: string): boolean {
  return name.endsWith("/")
}

function tooMany(workspace: string, count: number): CheckpointsUnavailable {
  return new CheckpointsUnavailable(
    `No checkpoint of ${workspace}: it has ${count} files, more than ${MOST_FILES}. Name what need not be kept in a .gitignore there, or run in a smaller folder.`,
  )
}
