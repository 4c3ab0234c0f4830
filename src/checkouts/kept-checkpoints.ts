import type { Checkpoints } from "../checkpoints/checkpoints.ts"
import type { TreeId } from "../checkpoints/contents/tree-id.ts"
import type { GitPlace } from "../checkpoints/shadow/git.ts"
import type { PackStore } from "../journal/pack-store.ts"
import type { Lease } from "../journal/run-store.ts"
import { FolderTooLarge } from "./folder-too-large.ts"
import { objectsBetween, withPack } from "./packing.ts"

/** Where a folder stands: its shadow, what it began as, and how far it is kept. */
export type Held = {
  readonly place: GitPlace
  readonly lease: Lease
  readonly packs: PackStore
  readonly base: TreeId
  readonly tree: TreeId
  readonly bytes: number
}

/** What a run may have in all its packs. */
export const MOST_BYTES = 256 * 1024 * 1024

/** The folder's own checkpoints; what they take is kept with the run before anybody hears of it, one after the other. */
export async function keptCheckpoints(own: Checkpoints, held: Held, most = MOST_BYTES): Promise<Checkpoints> {
  const { place, base } = held
  let { tree, bytes } = held
  const sent = new Set(tree === base ? [] : await objectsBetween(place, base, tree))
  const send = async (next: TreeId) => {
    if (next === tree) return
    const ids = (await objectsBetween(place, tree, next)).filter((id) => !sent.has(id))
    await withPack(place, ids, async (pack) => {
      if (bytes + pack.bytes > most) throw new FolderTooLarge(bytes + pack.bytes, most)
      await held.packs.keepFolder(held.lease, { base, tree: next }, pack)
      bytes += pack.bytes
    })
    for (const id of ids) sent.add(id)
    tree = next
  }
  let turn: Promise<unknown> = Promise.resolve()
  // One look at a time: an older one that came in later would put the folder back.
  const take: Checkpoints["take"] = (root, also, options) => {
    const taken = turn.then(async () => {
      const next = await own.take(root, also, options)
      await send(next)
      return next
    })
    turn = taken.catch(() => {})
    return taken
  }
  const { under: _, ...rest } = own
  return {
    ...rest,
    take,
    keep: async (root, also) => void (await take(root, also)),
    extent: async () => ({ from: base, to: tree }),
  }
}
