import type { StageStatus } from "../protocol/log/event.ts"
import type { StageSort } from "../protocol/log/stage-kind.ts"

/** How a stage ended, and what it hands on. */
export type StageEnd<T> = { readonly status: StageStatus; readonly summary: string; readonly value: T }

/** A part of a run that people see. */
export type Stage = {
  /** One that the engine knows, or one of the strategy's own. */
  readonly kind: StageSort
  readonly name: string
  readonly title: string
  /** How many iterations it counts; it starts only if so many are left. */
  readonly iterations?: number
}
