import { readEntries } from "./contents/entries.ts"
import { foldersOf, placeEntries } from "./contents/place-entries.ts"
import type { TreeId } from "./contents/tree-id.ts"
import type { GitPlace } from "./shadow/git.ts"

/** Makes these paths what the checkpoint has there. Throws `InTheWay` when one can't be, after all the others are. */
export async function restorePaths(place: GitPlace, tree: TreeId, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const entries = await readEntries(place, tree)
  const targets = new Map(paths.map((path) => [path, entries.get(path) ?? null]))
  const [hindered] = await placeEntries(place, targets, foldersOf(entries.keys()))
  if (hindered) throw hindered
}
