import type { FileChange } from "../protocol/log/event.ts"
import { type DiffForm, diffText } from "./contents/diff-text.ts"
import { differences, fileChanges, type TreeDifference } from "./contents/difference.ts"
import type { LeftOut } from "./contents/scan.ts"
import { formatTreeId, type TreeId } from "./contents/tree-id.ts"
import type { Conflict, Delta, Reverted, RevertRequest } from "./revert/revert.ts"
import type { TextChange, Without } from "./revert/without.ts"
import { ignoredEntries } from "./shadow/ignored.ts"
import { openShadow } from "./shadow/shadow.ts"
import { type OnProgress, takeTree } from "./take.ts"

export type { Conflict, Delta, DiffForm, LeftOut, Reverted, RevertRequest, TextChange, TreeDifference, TreeId, Without }

/** `onProgress` hears how far it is with many files; `signal`: nobody wants it any more; `waitMs`: see `timely`. */
export type TakeOptions = {
  readonly onProgress?: OnProgress | undefined
  readonly signal?: AbortSignal
  readonly waitMs?: number | undefined
}

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
  /**
   * Only of a folder that moves with its run: what is there now outlives this machine, or it throws. `also` as for `take`, which keeps
   * what it takes as well.
   */
  keep?(workspaceRoot: string, also: readonly string[]): Promise<void>
  /** Of such a folder: what it began as and what it is; `undefined` while nothing is kept. */
  extent?(): Promise<{ readonly from: TreeId; readonly to: TreeId } | undefined>
  /** Takes pieces of work back, given in the order in which they were done, without what others changed since. */
  revert(workspaceRoot: string, request: RevertRequest): Promise<Reverted>
  /** What `revert` would leave of the workspace; nothing in it is touched. */
  without(workspaceRoot: string, deltas: readonly Delta[]): Promise<Without>
  /** Puts what `to` has and `from` has not into another, empty folder; returns what `to` has not. */
  layDown(workspaceRoot: string, from: TreeId, to: TreeId, folder: string): Promise<readonly string[]>
  /** The texts of the files that differ. */
  textChanges(workspaceRoot: string, from: TreeId, to: TreeId): Promise<TextChange[]>
  /** What checkpoints leave out because it is ignored: files and whole folders, these with a slash at the end. */
  ignored(workspaceRoot: string): Promise<readonly string[]>
  /** The same, for as long as this signal is not aborted: what is under way then is ended, and nothing new is begun. */
  under?(signal: AbortSignal): Checkpoints
}

/** Few runs take anything back. */
const late = {
  restore: () => import("./restore.ts"),
  revert: () => import("./revert/revert.ts"),
  without: () => import("./revert/without.ts"),
}

/** `folder`: where the shadow repositories live, outside every workspace. Nothing is made before the first checkpoint. */
export function openCheckpoints(folder: string, life?: AbortSignal): Checkpoints {
  const open = (workspaceRoot: string, signal = life) => openShadow(folder, workspaceRoot, signal)
  return {
    under: (signal) => openCheckpoints(folder, life ? AbortSignal.any([life, signal]) : signal),
    take: async (root, also = [], { onProgress, signal } = {}) => {
      const both = signal && life ? AbortSignal.any([signal, life]) : signal
      return formatTreeId(await takeTree(await open(root, both), also, onProgress))
    },
    leftOut: async (root) => (await takeTree(await open(root), [])).leftOut,
    differences: async (root, from, to) => differences(await open(root), from, to),
    changes: async (root, from, to) => {
      const place = await open(root)
      return fileChanges(place, await differences(place, from, to))
    },
    diff: async (root, from, to, form) => diffText(await open(root), from, to, form),
    restore: async (root, tree, paths) => (await late.restore()).restorePaths(await open(root), tree, paths),
    revert: async (root, request) => (await late.revert()).revert(await open(root), request),
    without: async (root, deltas) => (await late.without()).without(await open(root), deltas),
    layDown: async (root, from, to, target) => (await late.without()).layDown(await open(root), from, to, target),
    textChanges: async (root, from, to) => (await late.without()).textChanges(await open(root), from, to),
    ignored: async (root) => ignoredEntries(await open(root)),
  }
}
