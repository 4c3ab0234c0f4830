import type { Changes } from "../../../protocol/log/control.ts"
import type { RunContext } from "../../run-context.ts"
import type { Summary } from "../summary/summary.ts"

/** What the model says of the whole at its end. */
export type LastWord = Summary & {
  /** What the request asks for and is not done; `undefined` where nothing was said of it. */
  readonly missing: readonly string[] | undefined
  /** Whether the request is fulfilled, where it says so in so many words. */
  readonly isUnfinished?: boolean
  /** Its answers to the findings that were reported to it, by their labels. */
  readonly settled?: readonly string[] | undefined
  /** A text without a form: it answers all findings. */
  readonly isPlain?: true
  /** Whether files were to change at all, where the model says so. */
  readonly changes?: Changes | undefined
}

/** What came of a stage of closing. */
export type Answered = {
  /** What was worked on is done, by the model's word. */
  readonly isDone: boolean
  /** The new answer, where the stage ended with one. */
  readonly word: LastWord | undefined
  /** What was said of the findings where that is no answer for the user: by their labels, and in plain words for all of them. */
  readonly settled?: readonly string[] | undefined
  readonly reason?: string | undefined
}

/** How a strategy closes: each knows how its own model is asked and put to work. */
export type Closer = {
  /** The word that came with the strategy's own end, if one did. */
  given?(here: RunContext): Promise<LastWord | undefined> | LastWord | undefined
  /** Asks for the answer where none has come: nothing speaks against the end. */
  ask(here: RunContext): Promise<LastWord>
  /** Reports the findings in one turn in which the model may work or end; a few rounds or a dozen turns of work may follow. */
  settle(here: RunContext, told: string): Promise<Answered>
}
