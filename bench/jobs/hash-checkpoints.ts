import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Checkpoints, TreeId } from "../../src/checkpoints/checkpoints.ts"
import type { FileChange } from "../../src/protocol/log/event.ts"
import { contentHash } from "../../src/tools/content-hash.ts"
import { type FolderState, readState } from "./folder-state.ts"

/** Knows what commands changed and what it was before, as the real ones do, but can't put it back: it starts no process, and the folders are small. */
export function hashCheckpoints(): Checkpoints {
  const states = new Map<TreeId, FolderState>()
  const contents = new Map<string, Buffer>()
  const keep = (state: FolderState) => {
    const id = contentHash(JSON.stringify([...state]))
    states.set(id, state)
    return id
  }
  const take = async (root: string) => {
    const state = await readState(root)
    for (const [path, hash] of state) if (!contents.has(hash)) contents.set(hash, await readFile(join(root, path)))
    return keep(state)
  }
  const changes: Checkpoints["changes"] = async (_root, from, to) => {
    const [before, after] = [states.get(from), states.get(to)]
    const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
    return paths
      .map((path) => ({ path, before: before?.get(path) ?? null, after: after?.get(path) ?? null }))
      .filter((change) => change.before !== change.after)
  }
  const textOf = (hash: string | null) => (hash === null ? null : (contents.get(hash)?.toString("utf8") ?? ""))
  return {
    take,
    changes,
    async without(root, deltas) {
      const now = await take(root)
      const base = new Map(states.get(now))
      const conflicts: string[] = []
      const work: FileChange[] = []
      for (const { from, to } of deltas) work.unshift(...(await changes(root, from, to ?? now)))
      for (const { path, before, after } of work) {
        if ((base.get(path) ?? null) !== after) conflicts.push(path)
        else if (before === null) base.delete(path)
        else base.set(path, before)
      }
      const tree = keep(new Map([...base].sort(([one], [other]) => (one < other ? -1 : 1))))
      return { now, tree, conflicts: conflicts.map((path) => ({ path, reason: "it was changed since" })) }
    },
    async layDown(root, from, to, folder) {
      const found = await changes(root, from, to)
      for (const { path, after } of found) {
        if (after === null) continue
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), contents.get(after) ?? "")
      }
      return found.flatMap(({ path, after }) => (after === null ? [path] : []))
    },
    textChanges: async (root, from, to) =>
      (await changes(root, from, to)).map(({ path, before, after }) => ({
        path,
        before: textOf(before),
        after: textOf(after),
      })),
    ignored: async () => [],
    leftOut: async () => [],
    differences: notKept,
    diff: notKept,
    restore: notKept,
    revert: notKept,
  }
}

function notKept(): never {
  throw new Error("Jobs have nothing to take back.")
}
