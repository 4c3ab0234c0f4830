import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { readPlainFileSync } from "../plain-file.ts"
import { isSecretFile } from "../secret-files.ts"

/** What was seen in a folder, good as long as the folder has not changed. */
type Seen = { readonly changed: number; readonly secrets: readonly string[]; readonly folders: readonly string[] }

/** Packages and what is made from them: large, and not where people keep their keys. */
const PASSED_OVER = new Set([
  ".git",
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".gradle",
  ".mypy_cache",
  ".pytest_cache",
  ".next",
  "target",
])

const MAX_FOLDERS = 2000
const MAX_FILES = 256

/** Clocks of file systems are coarse: what changed just now may change again without its time changing. */
const SETTLED_MS = 2000

const known = new Map<string, ReadonlyMap<string, Seen>>()

/**
 * The real paths of files in a workspace that may hold secrets, by the file tools' own rule. Upper folders first, up to a
 * bound; a folder is read again only after it changed.
 */
export function secretFilesIn(root: string): string[] {
  const before = known.get(root) ?? new Map<string, Seen>()
  const now = new Map<string, Seen>()
  const queue = [root]
  const secrets = new Set<string>()
  for (let folder = queue.shift(); folder !== undefined && now.size < MAX_FOLDERS; folder = queue.shift()) {
    const seen = look(root, folder, before.get(folder))
    now.set(folder, seen)
    queue.push(...seen.folders)
    for (const path of seen.secrets) secrets.add(path)
  }
  known.set(root, now)
  return [...secrets].flatMap(realFile).slice(0, MAX_FILES)
}

function look(root: string, folder: string, before: Seen | undefined): Seen {
  try {
    const { mtimeMs } = statSync(folder)
    if (before?.changed === mtimeMs) return before
    const isSettled = Date.now() - mtimeMs > SETTLED_MS
    const entries = readdirSync(folder, { withFileTypes: true })
    return {
      changed: isSettled ? mtimeMs : Number.NaN,
      secrets: entries.flatMap((entry) => pathIf(isSecret(root, folder, entry), folder, entry)),
      folders: entries.flatMap((entry) => pathIf(isLookedInto(entry), folder, entry)),
    }
  } catch {
    // What can't be read by us can't be read by a command either.
    return { changed: Number.NaN, secrets: [], folders: [] }
  }
}

function isSecret(root: string, folder: string, entry: Dirent): boolean {
  return !entry.isDirectory() && isSecretFile(join(relative(root, folder), entry.name))
}

function isLookedInto(entry: Dirent): boolean {
  return entry.isDirectory() && !PASSED_OVER.has(entry.name)
}

function pathIf(condition: boolean, folder: string, { name }: Dirent): string[] {
  return condition ? [join(folder, name)] : []
}

/** What a package manager's settings hold where they hold a secret: credentials by name, or in an address. */
const CREDENTIAL = /_auth|_password|token|secret|:\/\/[^\s/]*@/i

/** Settings of npm stand in most repositories and seldom hold a secret; without them builds and commits go wrong. */
function isPlain(path: string, real: string): boolean {
  return (
    basename(path).toLowerCase() === ".npmrc" &&
    !CREDENTIAL.test(readPlainFileSync(real, { maxBytes: 1_000_000 }).toString("utf8"))
  )
}

/** A link by such a name hides what it leads to. Folders and devices are no secret files, whatever their names. */
function realFile(path: string): string[] {
  try {
    const real = realpathSync(path)
    return statSync(real).isFile() && !isPlain(path, real) ? [real] : []
  } catch {
    return []
  }
}
