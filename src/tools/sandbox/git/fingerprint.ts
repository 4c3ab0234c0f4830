import { createHash } from "node:crypto"
import { type BigIntStats, type Dirent, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { GitFolders } from "./folders.ts"

/** What git keeps beside HEAD while a merge, a pick or a revert is open. It is data, unlike the lists of a rebase, which can hold commands. */
export const OPEN_WORK = [
  "MERGE_HEAD",
  "MERGE_MSG",
  "MERGE_MODE",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "SQUASH_MSG",
  "ORIG_HEAD",
]

const MAX_REFS = 100_000

/**
 * TakenChanges whenever somebody commits, moves a ref, stashes or changes a setting. Times of change can't be set by anybody, so nothing
 * has to be read. The index is left out: `git status` rewrites it.
 */
export function fingerprintOf({ own, common }: GitFolders): string {
  const files = ["HEAD", ...OPEN_WORK].map((name) => stamp(join(own, name)))
  const shared = ["packed-refs", "config", "shallow", "info/exclude", "logs/refs/stash", "objects"]
  const parts = [...files, ...shared.map((name) => stamp(join(common, name), name === "objects"))]
  const others = ["config.worktree", "info/sparse-checkout"].map((name) => stamp(join(own, name)))
  return digest([...parts, ...others, ...tree(join(common, "refs")), ...tree(join(common, "hooks"))])
}

/** As `fingerprintOf`, for a copy that commands wrote. It is compared with itself only. */
export function shadowFingerprint(git: string): string {
  const files = ["HEAD", "index", "packed-refs", "logs/refs/stash", ...OPEN_WORK]
  return digest([...files.map((name) => stamp(join(git, name))), ...tree(join(git, "refs"))])
}

function digest(stamps: readonly string[]): string {
  return createHash("sha256").update(stamps.join(" ")).digest("hex")
}

/** Its identity alone, or also when it changed last. */
export function stamp(path: string, isIdentity = false): string {
  const found = statOf(path)
  if (found === undefined) return "-"
  const { dev, ino, size, ctimeNs } = found
  return isIdentity ? `${dev}:${ino}` : `${dev}:${ino}:${size}:${ctimeNs}`
}

function tree(top: string): string[] {
  const stamps: string[] = []
  const queue = [top]
  for (let folder = queue.pop(); folder !== undefined && stamps.length < MAX_REFS; folder = queue.pop()) {
    stamps.push(stamp(folder))
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) queue.push(path)
      else stamps.push(stamp(path))
    }
  }
  return stamps
}

function entriesOf(folder: string): Dirent[] {
  // A link in the folder's place is not followed.
  if (!statOf(folder)?.isDirectory()) return []
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
