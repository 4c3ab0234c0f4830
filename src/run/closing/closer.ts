import type { Changes } from "../../protocol/control.ts"
import type { Summary } from "../ending/summary.ts"
import type { RunContext } from "../run-context.ts"

/** What the model says of the whole at its end. */
export type LastWord = Summary & {
  /** What the request asks for and is not done; `undefined` where it was asked and not said. */
  readonly missing: readonly string[] | undefined
  /** Whether files were to change at all, where the model says so. */
  readonly changes?: Changes | undefined
  /** Why nothing had to be changed though a change was wanted. */
  readonly nothingToChange?: string | undefined
}

/** How a strategy closes: each knows how its own model is asked and put to work. */
export type Closer = {
  /** The model says by itself when it is done: then its last deeds must bear it out. */
  readonly isModelLed?: true
  /** The word that the last answer came with, if one did. */
  readonly given?: () => LastWord | undefined
  /** Asks for the word. `told` is what speaks against the end; empty where nothing does, and then a word that came along will do. */
  ask(here: RunContext, told: string): Promise<LastWord>
  /** Works on what is missing: a few rounds, or a dozen turns. */
  mend(here: RunContext, told: string): Promise<void>
}
