import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Checkpoints } from "../checkpoints/checkpoints.ts"
import { diffText } from "../checkpoints/contents/diff-text.ts"
import { differences, fileChanges } from "../checkpoints/contents/difference.ts"
import { textChanges } from "../checkpoints/revert/without.ts"
import { type GitPlace, git } from "../checkpoints/shadow/git.ts"
import { CheckpointsUnavailable } from "../checkpoints/shadow/unavailable.ts"
import type { PackStore } from "../journal/pack-store.ts"
import { unpack } from "./packing.ts"

/**
 * The checkpoints of a run whose folder moves, for whoever does not have the folder: what is kept can be compared, without its source.
 * Nothing can be taken, put or taken back.
 */
export function storedCheckpoints(packs: PackStore, runId: string): Checkpoints {
  const look = <T>(work: (place: GitPlace) => Promise<T>) => withLibrary(packs, runId, work)
  const refuse = async (): Promise<never> => {
    throw new CheckpointsUnavailable(
      `Run ${runId} worked in a checkout of its source, which is not here. What it changed is in its branch or its patch: leave that out, or revert it there.`,
    )
  }
  return {
    take: refuse,
    leftOut: refuse,
    restore: refuse,
    revert: refuse,
    without: refuse,
    layDown: refuse,
    ignored: refuse,
    textChanges: (_root, from, to) => look((place) => textChanges(place, from, to)),
    differences: (_root, from, to) => look((place) => differences(place, from, to)),
    changes: (_root, from, to) => look(async (place) => fileChanges(place, await differences(place, from, to))),
    diff: (_root, from, to, form) => look((place) => diffText(place, from, to, form)),
    extent: async () => {
      const folder = await packs.findFolder(runId)
      return folder && { from: folder.base, to: folder.tree }
    },
  }
}

/** A repository of what is kept of a run, for a moment. */
async function withLibrary<T>(packs: PackStore, runId: string, work: (place: GitPlace) => Promise<T>): Promise<T> {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-library-"))
  const place = { workspace, gitFolder: join(workspace, ".git") }
  try {
    await git(place, ["init", "--quiet", "--template="])
    await mkdir(join(place.gitFolder, "info"), { recursive: true })
    await unpack(place, packs, runId, (await packs.findFolder(runId))?.packs ?? 0)
    return await work(place)
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}
