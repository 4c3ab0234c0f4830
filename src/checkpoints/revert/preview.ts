import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { diffText } from "../contents/diff-text.ts"
import type { TreeEntry } from "../contents/entries.ts"
import type { Targets } from "../contents/place-entries.ts"
import { formatTreeId, parseTreeId, type TreeId } from "../contents/tree-id.ts"
import { type GitPlace, git } from "../shadow/git.ts"

/** What would change if these paths became what they shall be, as a unified diff; the folder is not touched. */
export async function previewText(place: GitPlace, now: TreeId, targets: Targets): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keelson-preview-"))
  try {
    const apart = { ...place, index: join(folder, "index") }
    await git(apart, ["read-tree", parseTreeId(now).tree])
    const files = [...targets].filter(([, entry]) => entry?.kind !== "folder")
    const input = files.map(([path, entry]) => `${entry ? nameOf(entry) : NOTHING}\t${path}\0`).join("")
    await git(apart, ["update-index", "-z", "--index-info"], { input })
    const tree = (await git(apart, ["write-tree"])).toString("utf8").trim()
    return await diffText(place, now, formatTreeId({ tree, extras: undefined }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Git's way to say that a path goes. */
export const NOTHING = `0 ${"0".repeat(40)}`

/** An entry as git takes it into an index. */
export function nameOf({ kind, mode, blob }: TreeEntry): string {
  if (kind === "link") return `120000 ${blob}`
  return `${(mode & 0o100) === 0 ? "100644" : "100755"} ${blob}`
}
