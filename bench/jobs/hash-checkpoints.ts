import type { Checkpoints } from "../../src/checkpoints/checkpoints.ts"
import { contentHash } from "../../src/tools/content-hash.ts"
import { type FolderState, readState } from "./folder-state.ts"

/** Knows what commands changed, as the real ones do, but can give nothing back: it starts no process, and the folders are small. */
export function hashCheckpoints(): Checkpoints {
  const states = new Map<string, FolderState>()
  const changes: Checkpoints["changes"] = async (_root, from, to) => {
    const [before, after] = [states.get(from), states.get(to)]
    const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
    return paths
      .map((path) => ({ path, before: before?.get(path) ?? null, after: after?.get(path) ?? null }))
      .filter((change) => change.before !== change.after)
  }
  return {
    take: async (root) => {
      const state = await readState(root)
      const id = contentHash(JSON.stringify([...state]))
      states.set(id, state)
      return id
    },
    changes,
    leftOut: async () => [],
    differences: notKept,
    diff: notKept,
    restore: notKept,
    revert: notKept,
  }
}

function notKept(): never {
  throw new Error("Jobs keep no contents; they have nothing to take back.")
}
