import type { Lease } from "./run-store.ts"

/** A run's folder, where it moves: what it began as, its newest tree, and how many packs hold what the source has not. */
export type KeptFolder = {
  readonly base: string
  readonly tree: string
  readonly packs: number
  readonly bytes: number
}

/** What is new in a tree; its parts can be read again. */
export type Pack = { readonly bytes: number; parts(): AsyncIterable<Uint8Array> }

/** Where the files of runs are kept whose folders move from machine to machine. */
export interface PackStore {
  /** `undefined` while the folder is what it began as. */
  findFolder(runId: string): Promise<KeptFolder | undefined>
  /** Adds a pack and makes the tree the newest, or does nothing of it. Throws `LeaseLostError`. */
  keepFolder(lease: Lease, trees: Pick<KeptFolder, "base" | "tree">, pack: Pack): Promise<void>
  /** The parts of a pack; the first has the number 1. */
  loadPack(runId: string, number: number): AsyncIterable<Uint8Array>
}
