import type { GitPlace } from "../shadow/git.ts"
import { differences, fileChanges, type TreeDifference } from "./difference.ts"
import type { TreeId } from "./tree-id.ts"

/** What one piece of work made of the workspace. */
export type Delta = {
  /** Whose work it was: a stage of a run, or an undo. */
  readonly name: string
  readonly from: TreeId
  /** `null`: the workspace as it is now. */
  readonly to: TreeId | null
  /**
   * For work that was interrupted, so that nobody looked at the workspace when it ended: what its tools say they left at which path,
   * by content hash. Anything else may be somebody else's.
   */
  readonly written?: ReadonlyMap<string, string | null>
  /** Which of the paths that differ are its own (those of empty folders end in a slash); all unless given. */
  readonly owns?: (path: string) => boolean
}

/** A difference, and whether it is certain who made it. */
export type OwnedDifference = TreeDifference & { readonly isCertain: boolean }

/** What a delta changed. Of interrupted work only what its tools said is certain. */
export async function changesOf(place: GitPlace, delta: Delta, now: TreeId): Promise<OwnedDifference[]> {
  const { written, owns } = delta
  const found = await differences(place, delta.from, delta.to ?? now)
  const own = owns ? found.filter(({ path }) => owns(path)) : found
  if (!written) return own.map((difference) => ({ ...difference, isCertain: true }))
  const hashes = new Map((await fileChanges(place, own)).map(({ path, after }) => [path, after]))
  return own.map((difference) => {
    const { path } = difference
    const isWritten = written.has(path) && written.get(path) === hashes.get(path)
    return { ...difference, isCertain: path.endsWith("/") || isWritten }
  })
}
