import { fileURLToPath } from "node:url"
import type { Dice } from "../../src/testing/simulated/dice.ts"
import type { Voice } from "./endpoint.ts"
import type { Life, Start } from "./life.ts"
import type { TrialPlace } from "./place.ts"

/** What a fault has to do with. */
export type Scene = {
  readonly place: TrialPlace
  readonly dice: Dice
  /** The words that lead to the trial's model. */
  readonly model: readonly string[]
}

/**
 * Something that goes wrong in a trial. Unless it says otherwise the run ends in the end, by itself or resumed, and does all of
 * its work where its model makes no mistake.
 */
export type Fault = {
  /** The row of the table that it belongs to. */
  readonly group: string
  readonly name: string
  /** How the first process is started. */
  start?(scene: Scene): Partial<Start>
  /** Happens while the first process is under way. */
  during?(life: Life, scene: Scene): Promise<void>
  /** Happens before the run is gone on with. */
  between?(scene: Scene): void
  /** What its model does. */
  voice?(voice: Voice, scene: Scene): Voice
  /** What else stands in its workspace, or happens before it starts. */
  prepare?(scene: Scene): void
  /** Taken away at the end. */
  clear?(scene: Scene): void
  /** It may end with less than all of its work. */
  readonly mayLack?: true
  /** There may be no run, or one that is rightly not gone on with. */
  readonly mayRefuse?: true
  /** What the first process prints can't be read. */
  readonly isMute?: true
  /** Its workspace is not there any more. */
  readonly isGone?: true
}

const PRELOAD = fileURLToPath(new URL("./preload.ts", import.meta.url))

/** A process that does something to itself; see `preload.ts`. */
export function preloaded(order: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...order, NODE_OPTIONS: `--import=${PRELOAD}` }
}
