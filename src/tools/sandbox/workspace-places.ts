import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs"
import { basename, join, relative } from "node:path"
import { isRunLater } from "../../text/words/run-later.ts"
import { isGitInternal, isSecretFile } from "../secrets/secret-files.ts"
import { ToolFailure } from "../tool.ts"
import { readPlainFileSync } from "../workspace/plain-file.ts"

/** The places in a workspace that a confined command may not write, or may not even see. */
export type WorkspacePlaces = {
  /** Real paths of files that may hold secrets. */
  readonly secrets: readonly string[]
  /** Every `.git` in the tree, folder, file or link, the root's own included, and every bare repository; none within another one. */
  readonly repositories: readonly string[]
  /** Files and folders that other programs run later; what is in such a folder is not named by itself. */
  readonly settings: readonly string[]
  /** Folders that this user can't list: nobody knows what is in them. */
  readonly unreadable: readonly string[]
}

/** The entries of one folder that matter. Valid as long as the folder's inode and change time stay the same. */
export type FolderListing = {
  readonly stamp: string
  readonly secrets: readonly string[]
  readonly repositories: readonly string[]
  readonly settings: readonly string[]
  readonly folders: readonly string[]
}

export const MAX_FOLDERS = 200_000
/** The time that bubblewrap needs grows with the square of its mounts: 512 take about 0.3 seconds. */
const MAX_SECRETS = 512

/** The event loop gets a turn after so many folders. */
export const FOLDERS_PER_TURN = 500

/** File systems have coarse clocks: a folder that changed just now may change again within the same tick. */
const SETTLED_MS = 2000

const MAX_ROOTS = 32

const listings = new Map<string, ReadonlyMap<string, FolderListing>>()

/**
 * Walks the whole workspace: a command could move a file into any folder that is left out. A folder is listed again only after its
 * change time moved, which no command can set. If the walk can't be complete, it throws: commands must not run half-masked.
 */
export async function placesIn(root: string): Promise<WorkspacePlaces> {
  const before = knownFolders(root)
  const now = new Map<string, FolderListing>()
  const unreadable: string[] = []
  const queue = [root]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (now.size >= MAX_FOLDERS) throw tooLarge(root)
    const listing = list(root, folder, before.get(folder))
    if (listing === undefined) unreadable.push(folder)
    else {
      now.set(folder, listing)
      queue.push(...listing.folders)
    }
    if (now.size % FOLDERS_PER_TURN === 0) await new Promise(setImmediate)
  }
  remember(root, now)
  const found = [...now.values()]
  const secrets = [...new Set(found.flatMap((listing) => listing.secrets).flatMap(realFile))]
  if (secrets.length > MAX_SECRETS) throw tooManySecrets(root, secrets.length)
  return {
    secrets,
    repositories: found.flatMap(({ repositories }) => repositories),
    settings: found.flatMap(({ settings }) => settings),
    unreadable,
  }
}

/** What is known of the folders of a workspace from its last walk. */
export function knownFolders(root: string): ReadonlyMap<string, FolderListing> {
  return listings.get(root) ?? new Map<string, FolderListing>()
}

/** Servers see many workspaces; the ones used last are kept. */
function remember(root: string, folders: ReadonlyMap<string, FolderListing>): void {
  listings.delete(root)
  listings.set(root, folders)
  for (const oldest of listings.keys()) {
    if (listings.size <= MAX_ROOTS) return
    listings.delete(oldest)
  }
}

/** `undefined` for a folder that can't be listed; one that is gone by now has nothing in it. */
export function list(root: string, folder: string, before: FolderListing | undefined): FolderListing | undefined {
  try {
    const stat = lstatSync(folder, { bigint: true })
    const stamp = `${stat.dev}:${stat.ino}:${stat.ctimeNs}`
    if (before?.stamp === stamp) return before
    if (!stat.isDirectory()) return EMPTY
    const entries = readdirSync(folder, { withFileTypes: true })
    return { stamp: isSettled(stat) ? stamp : "", ...sorted(root, folder, entries) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return EMPTY
    if (code === "EACCES" || code === "EPERM") return undefined
    throw new ToolFailure(`${folder} can't be searched for secret files (${code}), so no command runs here.`)
  }
}

export const EMPTY: FolderListing = { stamp: "", secrets: [], repositories: [], settings: [], folders: [] }

function isSettled({ ctimeMs }: BigIntStats): boolean {
  return Date.now() - Number(ctimeMs) > SETTLED_MS
}

function sorted(root: string, folder: string, entries: readonly Dirent[]): Omit<FolderListing, "stamp"> {
  const pathsOf = (matches: (entry: Dirent) => boolean) => entries.filter(matches).map(({ name }) => join(folder, name))
  const within = relative(root, folder)
  return {
    secrets: pathsOf((entry) => !entry.isDirectory() && isSecretFile(entry.name)),
    repositories: isGitInternal(within)
      ? []
      : [...pathsOf(isGit), ...(within !== "" && isBare(entries) ? [folder] : [])],
    settings: isGitInternal(within) || isRunLater(within) ? [] : pathsOf(({ name }) => isRunLater(join(within, name))),
    // Git's own folders too: a command could move a secret into one.
    folders: pathsOf((entry) => entry.isDirectory()),
  }
}

/** What git takes for a repository without a working tree. */
function isBare(entries: readonly Dirent[]): boolean {
  const has = (name: string) => entries.some((entry) => entry.name === name)
  return has("HEAD") && has("objects") && has("refs")
}

/** Whatever the case: some file systems don't tell `.GIT` from `.git`. */
function isGit({ name }: Dirent): boolean {
  return name.toLowerCase() === ".git"
}

/** A link by such a name hides what it leads to. Folders and devices are no secret files, whatever their names. */
function realFile(path: string): string[] {
  try {
    const real = realpathSync(path)
    return statSync(real).isFile() && !isPlainNpmrc(path, real) && !isReference(path, real) ? [real] : []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return []
    return [path]
  }
}

/** Settings of npm that hold a secret: credentials by name, or in an address. */
const CREDENTIAL = /_auth|_password|token|secret|:\/\/[^\s/]*@/i
const NPMRC_BYTES = 64 * 1024

/** Most repositories have settings of npm without a secret; builds and commits need them. */
function isPlainNpmrc(path: string, real: string): boolean {
  if (basename(path).toLowerCase() !== ".npmrc") return false
  return !CREDENTIAL.test(readPlainFileSync(real, { maxBytes: NPMRC_BYTES }).toString("utf8"))
}

/** What a branch or its history begins with. */
const REFERENCE = /^(ref: |[0-9a-f]{40,64}\s)/
const REFERENCE_BYTES = 72

/** A branch called `credentials` is a file of that name among git's own. */
function isReference(path: string, real: string): boolean {
  return isGitInternal(path) && REFERENCE.test(firstBytes(real, REFERENCE_BYTES))
}

function firstBytes(path: string, count: number): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const buffer = Buffer.alloc(count)
    return buffer.toString("latin1", 0, readSync(file, buffer, 0, count, 0))
  } finally {
    closeSync(file)
  }
}

function tooLarge(root: string): ToolFailure {
  return new ToolFailure(
    `${root} has more than ${MAX_FOLDERS} folders, so not all of it can be searched for secret files, and no command runs in it. ` +
      "Run in a folder further down, or without the sandbox.",
  )
}

function tooManySecrets(root: string, count: number): ToolFailure {
  return new ToolFailure(
    `${root} has ${count} files that may hold secrets (.env, *.pem, *.key, …), and at most ${MAX_SECRETS} can be hidden from a command, ` +
      "so no command runs in it. Remove those that a command made, or run in a folder further down, or without the sandbox.",
  )
}
