import { createReadStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { parseTreeId, type TreeId } from "../checkpoints/contents/tree-id.ts"
import { type GitPlace, git, listed } from "../checkpoints/shadow/git.ts"
import type { Pack, PackStore } from "../journal/pack-store.ts"

const PART_BYTES = 1024 * 1024
/** What git writes in the place of a file that is not there, and of a repository inside the folder. */
const NO_OBJECT = ["000000", "160000"]

/**
 * The objects that differ between two checkpoints, of both: whoever has them, and those of the steps before, can compare any two checkpoints
 * on the way without the rest.
 */
export async function objectsBetween(place: GitPlace, from: TreeId, to: TreeId): Promise<string[]> {
  const [old, recent] = [parseTreeId(from), parseTreeId(to)]
  const words = ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--full-index", old.tree, recent.tree]
  const lines = listed(await git(place, words)).filter((_, index) => index % 2 === 0)
  const ids = lines.flatMap((line) => {
    const [oldMode = "", newMode = "", oldId = "", newId = ""] = line.slice(1).split(" ")
    return [...(NO_OBJECT.includes(oldMode) ? [] : [oldId]), ...(NO_OBJECT.includes(newMode) ? [] : [newId])]
  })
  const extras = [old.extras, recent.extras].filter((id) => id !== undefined)
  return [...new Set([old.tree, recent.tree, ...extras, ...ids])]
}

/** Lets `work` have these objects as one pack, which is gone afterwards. */
export async function withPack<T>(
  place: GitPlace,
  ids: readonly string[],
  work: (pack: Pack) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(place.gitFolder, "packing-"))
  try {
    const beginning = join(folder, "pack")
    const hash = await git(place, ["pack-objects", "--quiet", beginning], {
      input: ids.map((id) => `${id}\n`).join(""),
    })
    const path = `${beginning}-${hash.toString("utf8").trim()}.pack`
    const parts = () => createReadStream(path, { highWaterMark: PART_BYTES }) as AsyncIterable<Uint8Array>
    return await work({ bytes: (await stat(path)).size, parts })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts all packs of a run's folder into a repository. */
export async function unpack(place: GitPlace, packs: PackStore, runId: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await git(place, ["index-pack", "--stdin"], { input: packs.loadPack(runId, number) })
  }
}
