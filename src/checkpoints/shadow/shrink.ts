import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { parseTreeId, type TreeId } from "../contents/tree-id.ts"
import { type GitPlace, git } from "./git.ts"

/**
 * Forgets all checkpoints of a workspace but these, and gives their space back: so many bytes. Nobody may be taking any meanwhile: whoever
 * calls it has the workspace's lock.
 */
export async function shrinkShadow(folder: string, workspace: string, kept: readonly TreeId[]): Promise<number> {
  const gitFolder = shadowFolder(folder, workspace)
  const before = await bytesBelow(gitFolder)
  if (before === 0) return 0
  const isNeeded = kept.length > 0 && existsSync(workspace)
  // Without a run that could be undone, or a folder that it could be undone in, nothing of it is of use.
  if (isNeeded) await forgetOthers({ gitFolder, workspace }, kept)
  else await rm(gitFolder, { recursive: true, force: true })
  return Math.max(0, before - (await bytesBelow(gitFolder)))
}

/** Where the shadow repository of a workspace is; `workspace` is its real path. */
export function shadowFolder(folder: string, workspace: string): string {
  return join(folder, createHash("sha256").update(workspace).digest("hex").slice(0, 32))
}

/** What is in all files of a folder. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  // Files come and go meanwhile.
  const sizes = files.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => undefined))
  return (await Promise.all(sizes)).reduce((total, found) => total + (found?.size ?? 0), 0)
}

async function forgetOthers(place: GitPlace, kept: readonly TreeId[]): Promise<void> {
  const wanted = new Set([...kept.flatMap(namesIn), ...(await newestTree(place))])
  const refs = (await git(place, ["for-each-ref", "--format=%(refname)", "refs/trees"])).toString("utf8").split("\n")
  const gone = refs.filter((ref) => ref !== "" && !wanted.has(ref.replace("refs/trees/", "")))
  if (gone.length === 0) return
  await git(place, ["update-ref", "--stdin"], { input: gone.map((ref) => `delete ${ref}\n`).join("") })
  await git(place, ["gc", "--quiet", "--prune=now"])
}

function namesIn(id: TreeId): string[] {
  const { tree, extras } = parseTreeId(id)
  return extras === undefined ? [tree] : [tree, extras]
}

/** What the next checkpoint begins with. */
async function newestTree({ gitFolder }: GitPlace): Promise<string[]> {
  try {
    const newest = await readFile(join(gitFolder, "states", "newest"), "utf8")
    const { tree } = JSON.parse(await readFile(join(newest, "noted.json"), "utf8")) as { readonly tree?: string }
    return tree === undefined ? [] : [tree]
  } catch {
    return []
  }
}
