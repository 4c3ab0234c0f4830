import { createHash } from "node:crypto"
import { lstat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { readPlainFile } from "../../tools/workspace/plain-file.ts"
import { type IndexEntry, readIndex } from "./git-index.ts"

/** The branch of a folder's repository, and which tracked files differ from what was last added or committed. */
export type GitFacts = {
  /** `undefined` where no branch is checked out. */
  readonly branch: string | undefined
  /** `undefined` where there are too many files to look at. */
  readonly changed: readonly string[] | undefined
}

const SMALL_BYTES = 4096
const INDEX_BYTES = 4 << 20
const MOST_FILES = 5000
/** So many files of the right size and another time have their content compared. */
const MOST_COMPARED = 200
const COMPARED_BYTES = 1 << 20

/** What is known of the repository in this folder; `undefined` where there is none that can be read. */
export async function gitFacts(root: string): Promise<GitFacts | undefined> {
  const folder = await gitFolder(join(root, ".git"))
  const head = folder && (await textOf(join(folder, "HEAD")))
  if (folder === undefined || head === undefined || !/^(?:ref: refs\/|[0-9a-f]{40})/.test(head)) return undefined
  return { branch: /^ref: refs\/heads\/(\S+)$/.exec(head)?.[1], changed: await changedFiles(root, folder) }
}

/** A worktree has a file there, which says where the folder is. */
async function gitFolder(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isDirectory()) return path
  const target = found?.isFile() ? /^gitdir: (.+)$/.exec((await textOf(path)) ?? "")?.[1] : undefined
  return target === undefined ? undefined : resolve(path, "..", target)
}

async function changedFiles(root: string, folder: string): Promise<readonly string[] | undefined> {
  const entries = await indexOf(folder)
  if (entries === undefined || entries.length > MOST_FILES) return undefined
  const stats = await Promise.all(entries.map(({ path }) => lstat(join(root, path)).catch(() => null)))
  const states = entries.map((entry, index) => ({ entry, state: stateOf(entry, stats[index] ?? null) }))
  const touched = states.filter(({ state }) => state === "touched")
  if (touched.length > MOST_COMPARED) return undefined
  const same = new Set<IndexEntry>()
  for (const { entry } of touched) if (await hasContent(join(root, entry.path), entry)) same.add(entry)
  return states.filter(({ entry, state }) => state !== "same" && !same.has(entry)).map(({ entry }) => entry.path)
}

async function indexOf(folder: string): Promise<readonly IndexEntry[] | undefined> {
  const bytes = await readPlainFile(join(folder, "index"), { maxBytes: INDEX_BYTES }).catch(() => undefined)
  return bytes && readIndex(bytes)
}

type FileStat = Awaited<ReturnType<typeof lstat>>

/** `touched`: of the right size and another time, so only its content tells. */
function stateOf({ size, mtimeSeconds }: IndexEntry, now: FileStat | null): "same" | "touched" | "changed" {
  if (!now?.isFile() || Number(now.size) !== size) return "changed"
  return Math.floor(Number(now.mtimeMs) / 1000) === mtimeSeconds ? "same" : "touched"
}

async function hasContent(path: string, { size, id }: IndexEntry): Promise<boolean> {
  const content = await readPlainFile(path, { maxBytes: COMPARED_BYTES }).catch(() => undefined)
  return content !== undefined && createHash("sha1").update(`blob ${size}\0`).update(content).digest("hex") === id
}

async function textOf(path: string): Promise<string | undefined> {
  const bytes = await readPlainFile(path, { maxBytes: SMALL_BYTES }).catch(() => undefined)
  return bytes?.toString("utf8").trim()
}
