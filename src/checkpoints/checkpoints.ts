import type { FileChange } from "../protocol/event.ts"
import { hidesSomething } from "../text/spelled-out.ts"
import { differences, fileChanges, type TreeDifference } from "./difference.ts"
import { git } from "./git.ts"
import { restorePaths } from "./restore.ts"
import { type Conflict, type Delta, type Reverted, type RevertRequest, revert } from "./revert.ts"
import type { LeftOut } from "./scan.ts"
import { openShadow } from "./shadow.ts"
import { type OnProgress, takeTree } from "./take.ts"
import { formatTreeId, parseTreeId, type TreeId } from "./tree-id.ts"

export type { Conflict, Delta, LeftOut, Reverted, RevertRequest, TreeDifference, TreeId }

/** `onProgress` hears how far it is with many files; `signal`: nobody wants it any more; `waitMs`: see `timely`. */
export type TakeOptions = {
  readonly onProgress?: OnProgress | undefined
  readonly signal?: AbortSignal
  readonly waitMs?: number | undefined
}

/** The lines, how many in which file for people to read, or the same for programs: added, removed and path, with tabs between them. */
export type DiffForm = "full" | "stat" | "counts"

/**
 * States of a workspace, kept in a shadow repository of its own: the user's `.git` is neither read nor written, and none is needed.
 * Every method throws `CheckpointsUnavailable` where that can't be.
 */
export interface Checkpoints {
  /**
   * The workspace as it is now; unchanged content gives the same id. Ignored files and very large ones are left out. `also`: paths
   * that are kept although they are ignored, from now on; name before and after a round what its tools write themselves.
   */
  take(workspaceRoot: string, also?: readonly string[], options?: TakeOptions): Promise<TreeId>
  /** What `take` would leave out now although nothing ignores it. */
  leftOut(workspaceRoot: string): Promise<readonly LeftOut[]>
  /**
   * What differs between two, with content hashes as `src/tools/content-hash.ts` makes them (of a link: of where it leads), `null`
   * where there is no file. Renames are a deletion and a creation. Equal hashes: only the permissions changed.
   */
  changes(workspaceRoot: string, from: TreeId, to: TreeId): Promise<FileChange[]>
  /** The same in full: with permissions, links and empty folders. */
  differences(workspaceRoot: string, from: TreeId, to: TreeId): Promise<TreeDifference[]>
  /** A unified diff for people, or a line per file; binary files named only. */
  diff(workspaceRoot: string, from: TreeId, to: TreeId, form?: DiffForm): Promise<string>
  /**
   * Puts these paths back as `tree` has them (deleting what it has not); atomic per file; modes and symbolic links kept; touches no
   * other path, but for folders that become empty and that `tree` has not.
   */
  restore(workspaceRoot: string, tree: TreeId, paths: readonly string[]): Promise<void>
  /** Takes pieces of work back, given in the order in which they were done, without what others changed since. */
  revert(workspaceRoot: string, request: RevertRequest): Promise<Reverted>
}

/** `folder`: where the shadow repositories live, outside every workspace. Nothing is made before the first checkpoint. */
export function openCheckpoints(folder: string): Checkpoints {
  const open = (workspaceRoot: string) => openShadow(folder, workspaceRoot)
  return {
    take: async (root, also = [], { onProgress, signal } = {}) =>
      formatTreeId(await takeTree({ ...(await open(root)), ...(signal ? { signal } : {}) }, also, onProgress)),
    leftOut: async (root) => (await takeTree(await open(root), [])).leftOut,
    differences: async (root, from, to) => differences(await open(root), from, to),
    changes: async (root, from, to) => {
      const place = await open(root)
      return fileChanges(place, await differences(place, from, to))
    },
    diff: async (root, from, to, form = "full") => {
      const [old, recent] = [parseTreeId(from).tree, parseTreeId(to).tree]
      const place = await open(root)
      const words = ["diff-tree", "-r", ...STYLES[form], ...PLAIN, old, recent]
      const text = (await git(place, words)).toString("utf8")
      // Names in other scripts stay readable; where something hides, it may be in a name, and git spells those out.
      return hidesSomething(text) ? (await git(place, ["-c", "core.quotePath=true", ...words])).toString("utf8") : text
    },
    restore: async (root, tree, paths) => restorePaths(await open(root), tree, paths),
    revert: async (root, request) => revert(await open(root), request),
  }
}

const STYLES = { full: ["-p"], stat: ["--stat=100", "--summary"], counts: ["--numstat"] } as const

const PLAIN = ["--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"]
