import type { Contender } from "./contender.ts"
import type { Outcome, Survival } from "./faults.ts"
import type { Figures } from "./figures.ts"

/** Everything that was seen of one contender. */
export type Row = {
  readonly contender: Contender
  readonly version: string
  readonly figures: Figures | string
  readonly prompt: number | undefined
  readonly faults: readonly Outcome[]
  readonly survival: Survival
}
