import type { Clock } from "../../tools/clock.ts"

/** A limit on active time: it counts only while something runs under it, so that waiting for an answer costs nothing. */
export class TimeLimit {
  readonly limitMs: number
  readonly #clock: Clock
  readonly #cut = new AbortController()
  #left: number
  #running = 0
  #since = 0
  #stopTimer = () => {}

  constructor(limitMs: number, clock: Clock) {
    this.#clock = clock
    this.limitMs = limitMs
    this.#left = limitMs
  }

  /** Aborts once the time is used up. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  get isOver(): boolean {
    return this.#cut.signal.aborted
  }

  /** Counts the time that `work` takes; work side by side counts once. */
  async count<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running++ === 0) this.#start()
    try {
      return await work()
    } finally {
      if (--this.#running === 0) this.#pause()
    }
  }

  #start(): void {
    this.#since = this.#clock.elapsed()
    this.#stopTimer = this.#clock.after(Math.max(0, this.#left), () =>
      this.#cut.abort(new DOMException("The time is up.", "TimeoutError")),
    )
  }

  #pause(): void {
    this.#stopTimer()
    this.#left -= this.#clock.elapsed() - this.#since
  }
}
