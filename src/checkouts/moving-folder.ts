import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { type Checkpoints, openCheckpoints } from "../checkpoints/checkpoints.ts"
import { openShadow } from "../checkpoints/shadow/shadow.ts"
import type { PackStore } from "../journal/pack-store.ts"
import type { Lease } from "../journal/run-store.ts"
import type { Source } from "../protocol/log/source.ts"
import { fetchBase } from "./base.ts"
import { type Delivered, deliver, type FinishedWork } from "./deliver.ts"
import { keptCheckpoints } from "./kept-checkpoints.ts"
import { branchOf, emptied, putOthers, putRepository } from "./own-repository.ts"
import { unpack } from "./packing.ts"
import { putTree } from "./put-tree.ts"

/** Who arrives. `commit`: what the run began with, where it was opened before. */
export type Arriving = {
  readonly lease: Lease
  readonly packs: PackStore
  readonly signal: AbortSignal
  readonly commit: string | undefined
}

/** A folder that is what it was when the run was last carried out. */
export type Arrived = {
  readonly commit: string
  readonly checkpoints: Checkpoints
  /** Leaves the work in the source, where that may be. Never fails. */
  deliver(work: Pick<FinishedWork, "runId" | "title" | "endedAt">): Promise<Delivered & { readonly left_out: string[] }>
}

/** The folder of a run that names a source: made wherever the run is carried out, and gone when it is not. */
export interface MovingFolder {
  readonly source: Source
  /** Throws `SourceError` where the source can't be had. */
  arrive(arriving: Arriving): Promise<Arrived>
}

/** `folder`: a place of this process's own, for this run alone. `mayPush`: whether work is left as a branch of the source. */
export type MovingPlace = { readonly folder: string; readonly mayPush: boolean; readonly most?: number | undefined }

/** Where the files are, which have to be somewhere before it is known what they are. */
export async function makeWorkspace({ folder }: MovingPlace, { subfolder }: Source): Promise<string> {
  const workspace = join(folder, "files", subfolder)
  await mkdir(workspace, { recursive: true })
  return workspace
}

export function movingFolder(place: MovingPlace, source: Source): MovingFolder {
  return { source, arrive: (arriving) => arrive(place, source, arriving) }
}

/** Also of a run that was cancelled the work is left; not for ever, though. */
const PUSH_MS = 120_000

/** Nothing of it stays. */
export async function clearFolder({ folder }: Pick<MovingPlace, "folder">): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

async function arrive(where: MovingPlace, source: Source, arriving: Arriving): Promise<Arrived> {
  const { lease, packs, signal } = arriving
  const shadows = join(where.folder, "checkpoints")
  const root = join(where.folder, "files")
  await emptied(shadows)
  await emptied(root)
  const workspace = await makeWorkspace(where, source)
  const shadow = await openShadow(shadows, workspace)
  const base = await fetchBase(shadow, source, signal, arriving.commit)
  await putRepository(shadow, root, base.commit, branchOf(lease.runId))
  if (source.subfolder !== "") await putOthers(root, workspace)
  const kept = await packs.findFolder(lease.runId)
  await unpack(shadow, packs, lease.runId, kept?.packs ?? 0)
  const tree = kept?.tree ?? base.tree
  await putTree(shadow, tree)
  const held = { place: shadow, lease, packs, base: base.tree, tree, bytes: kept?.bytes ?? 0 }
  const own = openCheckpoints(shadows)
  const checkpoints = await keptCheckpoints(own, held, where.most)
  return {
    commit: base.commit,
    checkpoints,
    deliver: async (work) => {
      const leftOut = await own.leftOut(workspace).catch(() => [])
      const extent = await checkpoints.extent?.()
      const done = { ...work, commit: base.commit, base: base.tree, tree: extent?.to ?? tree }
      const delivered = where.mayPush
        ? await deliver(shadow, source, done, AbortSignal.timeout(PUSH_MS))
        : { branch: null, commit: null, reason: "this worker pushes nothing" }
      return { ...delivered, left_out: leftOut.map(({ path }) => path) }
    },
  }
}
