import type { Clock } from "../../tools/clock.ts"

/** A tool gets this long to end by itself and to say what it saw. */
const ABORT_GRACE_MS = 1000

/** `graceMs`: how long it gets where its own time is up. */
type TaskTime = { readonly limitMs: number; readonly graceMs?: number }

/**
 * The signal of one task: it ends with the first of several, or when its time is up. By hand, and let go of after the task:
 * `AbortSignal.any` costs more than a short tool, and stays tied to the run's own signal until it is collected.
 */
export class TaskSignal {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  readonly #others: readonly AbortSignal[]
  readonly #follow = (event: Event) => this.#abort((event.target as AbortSignal).reason)
  #stopTimer: () => void
  #giveUp: (reason: unknown) => void = () => {}
  isTimedOut = false

  constructor(clock: Clock, { limitMs, graceMs }: TaskTime, others: readonly AbortSignal[]) {
    this.#clock = clock
    this.#others = others
    this.#stopTimer = clock.after(limitMs, () => {
      this.isTimedOut = true
      this.#abort(new DOMException(`Its time limit of ${limitMs / 1000} s is over.`, "TimeoutError"), graceMs)
    })
    for (const other of others) other.addEventListener("abort", this.#follow, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What comes of the work; one that ignores its signal can't hold the run up. */
  async orAborted<T>(work: Promise<T>): Promise<T> {
    const gone = Promise.withResolvers<never>()
    this.#giveUp = gone.reject
    return Promise.race([work, gone.promise])
  }

  /** The task is over: nothing is waited for any more. */
  end(): void {
    this.#stopTimer()
    for (const other of this.#others) other.removeEventListener("abort", this.#follow)
  }

  #abort(reason: unknown, graceMs = ABORT_GRACE_MS): void {
    if (this.signal.aborted) return
    this.#controller.abort(reason)
    this.#stopTimer()
    this.#stopTimer = this.#clock.after(graceMs, () => this.#giveUp(reason))
  }
}
