import { join } from "node:path"
import { isWithin } from "../../../extras/open-workspaces.ts"
import type { Mount } from "../mount.ts"
import { foldersOf, type GitFolders, gitFoldersOf } from "./folders.ts"
import { shadowMounts } from "./offer.ts"
import { makeShadow } from "./shadow.ts"
import { UnfitRepository } from "./unfit.ts"

type OfItsOwn = {
  readonly root: string
  /** Every `.git` in it. */
  readonly entries: readonly string[]
  readonly concealed: readonly string[]
  /** Where the copies are made; they go with it. */
  readonly place: string
}

/** More nested repositories than these are seen as they are. */
const MAX_COPIES = 9

/** For a command whose folder is thrown away afterwards: copies as commands always get them, of which nothing is taken over. */
export async function gitOfItsOwn({ root, entries, concealed, place }: OfItsOwn): Promise<Mount[]> {
  const main = await gitFoldersOf(root)
  const nested = await Promise.all(entries.filter((entry) => entry !== main?.entry).map((one) => foldersOf(one, root)))
  const isConcealed = ({ own, common }: GitFolders) =>
    [own, common].some((path) => !isWithin(path, root) && concealed.some((hidden) => isWithin(path, hidden)))
  const found = [main, ...nested].filter((folders) => folders !== undefined)
  const known = [...new Map(found.map((folders) => [folders.own, folders])).values()]
  const mounts: Mount[] = []
  for (const folders of known.filter((one) => !isConcealed(one)).slice(0, MAX_COPIES)) {
    try {
      const { generation } = await makeShadow(join(place, "git"), folders)
      mounts.push(...shadowMounts({ shadow: { folders }, generation: join(place, "git", generation) }))
    } catch (error) {
      if (!(error instanceof UnfitRepository)) throw error
    }
  }
  return mounts
}
