import { chmod, lstat, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { readEntries } from "../checkpoints/contents/entries.ts"
import { readExtras } from "../checkpoints/contents/extras.ts"
import { parseTreeId, type TreeId } from "../checkpoints/contents/tree-id.ts"
import { keepState, openState } from "../checkpoints/contents/work-state.ts"
import { type GitPlace, git } from "../checkpoints/shadow/git.ts"

/** Makes an empty folder what a checkpoint has, and the checkpoint the newest of the folder. */
export async function putTree(place: GitPlace, id: TreeId): Promise<void> {
  const { tree, extras } = parseTreeId(id)
  const state = await openState(place)
  await git(state.place, ["read-tree", tree])
  await git(state.place, CHECK_OUT)
  const { modes, folders } = await readExtras(place, extras)
  for (const folder of folders) await mkdir(join(place.workspace, folder), { recursive: true })
  for (const [path, mode] of modes) state.modes.set(path, mode)
  for (const path of await setModes(place, id)) state.recent.add(path)
  await writeFile(join(place.gitFolder, "refs", "trees", tree), `${tree}\n`)
  state.tree = tree
  await keepState(state)
}

/** All files of the index, byte by byte. */
export const CHECK_OUT = ["checkout-index", "--all", "--force", "--quiet", "--index"] as const

/** As the checkpoint has them, whatever this process gives to new files. Returns the paths. */
async function setModes({ workspace, ...place }: GitPlace, id: TreeId): Promise<string[]> {
  const entries = [...(await readEntries({ workspace, ...place }, id))].filter(([, { kind }]) => kind === "file")
  for (const [path, { mode }] of entries) {
    const absolute = join(workspace, path)
    if (((await lstat(absolute)).mode & 0o7777) !== mode) await chmod(absolute, mode)
  }
  return entries.map(([path]) => path)
}
