import { type Dirent, lstatSync, statSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"

/** The files that a program opens wherever it finds them. In the place of one a pipe would make it wait for ever. */
export type ReadByName = {
  readonly everywhere: readonly string[]
  /** In the `.git` folder of a repository. */
  readonly inRepository: readonly string[]
  /** Whether the workspace's own repository counts as well. */
  readonly ownRepository: boolean
}

/** Git, on a shadow repository: the workspace's own `.git` is not looked at. */
export const READ_BY_GIT: ReadByName = {
  everywhere: [".gitignore", ".gitattributes"],
  inRepository: ["HEAD", "config", "packed-refs", "commondir", "gitdir"],
  ownRepository: false,
}

export const READ_BY_RIPGREP: ReadByName = {
  everywhere: [".gitignore", ".ignore", ".rgignore"],
  inRepository: ["info/exclude", "commondir"],
  ownRepository: true,
}

/** Most programs are done by then. One that is not may wait for a pipe, which is worth a look. */
const LOOK_AFTER_MS = 1000
/** Looking takes no more of the time than this part of it: in a large folder, or on a busy machine, it is work too. */
const PART_OF_THE_TIME = 20
/** Folders that neither program looks into, unless told to; they would take longest. */
const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules", "bower_components", ".venv", "venv", "__pycache__"])
const MOST_FOLDERS = 20_000

/** What was found, by workspace: a program that would wait for it is not started again while it is there. */
const found = new Map<ReadByName, Map<string, string>>()

/** What is known to block such a program in a workspace, as a path in it. */
export function knownToBlock(workspace: string, names: ReadByName): string | undefined {
  const name = found.get(names)?.get(workspace)
  if (name === undefined || isBlocking(join(workspace, name))) return name
  found.get(names)?.delete(workspace)
  return undefined
}

/** Looks for what blocks a program that takes its time; `onFound` ends it. Returns how to stop. */
export function watchForBlocking(workspace: string, names: ReadByName, onFound: (path: string) => void): () => void {
  const over = new AbortController()
  look(workspace, names, over.signal).then(
    (name) => {
      if (name === undefined) return
      found.set(names, (found.get(names) ?? new Map<string, string>()).set(workspace, name))
      onFound(name)
    },
    () => {},
  )
  return () => over.abort()
}

/** Before when no further look into a workspace is worth its time. */
const nextLooks = new Map<ReadByName, Map<string, number>>()

async function look(workspace: string, names: ReadByName, signal: AbortSignal): Promise<string | undefined> {
  const nextLook = nextLooks.get(names) ?? new Map<string, number>()
  nextLooks.set(names, nextLook)
  do {
    await wait(LOOK_AFTER_MS, undefined, { signal, ref: false })
    const known = knownToBlock(workspace, names)
    if (known !== undefined) return known
  } while (performance.now() < (nextLook.get(workspace) ?? 0))
  const begun = performance.now()
  // Others that began with this one leave it to this one.
  nextLook.set(workspace, begun + LOOK_AFTER_MS)
  const name = await findBlocking(workspace, names, signal)
  const now = performance.now()
  nextLook.set(workspace, now + (now - begun) * PART_OF_THE_TIME)
  signal.throwIfAborted()
  return name
}

/** Gives up on very large folders: the program's own limit of time holds there. */
async function findBlocking(workspace: string, names: ReadByName, signal: AbortSignal): Promise<string | undefined> {
  const waiting = [""]
  for (let looked = 0; looked < MOST_FOLDERS && !signal.aborted; looked++) {
    const folder = waiting.pop()
    if (folder === undefined) return undefined
    const entries = await readdir(join(workspace, folder), { withFileTypes: true }).catch(() => [] as Dirent[])
    const suspects = entries.flatMap((entry) => suspectsAt(entry, names, folder === ""))
    const blocking = suspects.map((name) => join(folder, name)).find((name) => isBlocking(join(workspace, name)))
    if (blocking !== undefined) return blocking
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== ".git" && !PASSED_OVER.has(entry.name))
        waiting.push(join(folder, entry.name))
  }
  return undefined
}

function suspectsAt(entry: Dirent, names: ReadByName, isTop: boolean): string[] {
  if (names.everywhere.includes(entry.name)) return [entry.name]
  if (entry.name !== ".git" || !entry.isDirectory() || (isTop && !names.ownRepository)) return []
  return names.inRepository.map((name) => join(entry.name, name))
}

/** Whether something other than a file or a folder is there, links followed. */
function isBlocking(path: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false
    const { mode } = statSync(path)
    return !PLAIN_KINDS.has(mode & 0o170000)
  } catch {
    // A link that leads nowhere, or a folder that may not be looked into: nobody waits for those.
    return false
  }
}

/** Files and folders, as `stat` marks them. */
const PLAIN_KINDS: ReadonlySet<number> = new Set([0o100000, 0o040000])
