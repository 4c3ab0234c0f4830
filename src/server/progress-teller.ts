import type { Language } from "../protocol/environment.ts"
import type { LoggedEvent } from "../protocol/event.ts"
import { progressLine } from "./progress-line.ts"

/** Makes lines of a run's facts, each once, in the run's own language. */
export class ProgressTeller {
  readonly #tell: (line: string) => void
  readonly #afterSeq: number
  #lastSeq = 0
  #language: Language = "en"

  constructor(afterSeq: number, tell: (line: string) => void) {
    this.#afterSeq = afterSeq
    this.#tell = tell
  }

  /** The number of the newest fact that was heard. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  /** A fact that was heard before is not told again. */
  hear(logged: LoggedEvent | undefined): void {
    if (logged === undefined || logged.seq <= this.#lastSeq) return
    const { seq, event } = logged
    this.#lastSeq = seq
    if (event.type === "run.started") this.#language = event.environment.language
    const line = seq <= this.#afterSeq ? undefined : progressLine(event, this.#language)
    if (line !== undefined) this.#tell(line)
  }
}
