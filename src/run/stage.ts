import type { StageKind, StageStatus } from "../protocol/event.ts"

/** How a stage ended, and what it hands on. */
export type StageEnd<T> = { readonly status: StageStatus; readonly summary: string; readonly value: T }

/** A part of a run that people see. */
export type Stage = {
  readonly kind: StageKind
  readonly name: string
  readonly title: string
  /** How many iterations it counts; it starts only if so many are left. */
  readonly iterations?: number
}

/** Where a stage's end is recorded; the first epoch's has the plain key. */
export function endedKey(path: string, epoch: number): string {
  return epoch === 1 ? `${path}#stage.ended` : `${path}/epoch-${epoch}#stage.ended`
}
