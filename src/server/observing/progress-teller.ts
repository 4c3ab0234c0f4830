import type { Language } from "../../protocol/log/environment.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"
import { busyLine, progressLine } from "./progress-line.ts"

/** Makes lines of a run's facts, each once, in the run's own language. */
export class ProgressTeller {
  readonly #tell: (line: string) => void
  readonly #afterSeq: number
  #lastSeq = 0
  #language: Language = "en"
  readonly #held = new Set<string>()

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

  /** What holds the run up is told once, until it is over. */
  hearLive(event: LiveEvent): void {
    if (event.type !== "engine.busy") return
    if (event.over) this.#held.delete(event.with)
    else if (!this.#held.has(event.with)) {
      this.#held.add(event.with)
      this.#tell(busyLine(event.with, this.#language))
    }
  }
}
