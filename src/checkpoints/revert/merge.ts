import { randomBytes } from "node:crypto"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { readBlobs } from "../contents/blobs.ts"
import type { TreeEntry } from "../contents/entries.ts"
import { type GitPlace, git } from "../shadow/git.ts"

/** A file as it is, as it was after a change, and as it was before it. */
export type Fork = {
  readonly current: TreeEntry | null
  readonly after: TreeEntry | null
  readonly before: TreeEntry | null
}

/** The current file without the change; `undefined` where the change and what came later touch the same lines, or it is no text. */
export async function mergeBack(place: GitPlace, fork: Fork): Promise<TreeEntry | undefined> {
  const { current, after, before } = fork
  if (current?.kind !== "file" || after?.kind !== "file" || before?.kind !== "file") return undefined
  const mode = current.mode === after.mode ? before.mode : current.mode
  if (after.blob === before.blob) return { ...current, mode }
  const merged = await mergeContents(place, [current.blob, after.blob, before.blob])
  return merged === undefined ? undefined : { kind: "file", blob: merged, mode }
}

async function mergeContents(place: GitPlace, blobs: readonly string[]): Promise<string | undefined> {
  const folder = join(place.gitFolder, "states", `merge-${randomBytes(6).toString("hex")}`)
  await mkdir(folder)
  try {
    const contents = new Map<string, Buffer>()
    for await (const { id, content } of readBlobs(place, [...new Set(blobs)])) contents.set(id, content)
    const names = blobs.map((_, index) => join(folder, String(index)))
    for (const [index, name] of names.entries()) await writeFile(name, contents.get(blobs[index] ?? "") ?? "")
    const input = await git(place, ["merge-file", "--quiet", "-p", ...names]).catch(() => undefined)
    if (input === undefined) return undefined
    const id = await git(place, ["hash-object", "-w", "--no-filters", "--stdin"], { input })
    return id.toString("utf8").trim()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
