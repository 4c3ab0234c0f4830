/** How time passes for those who wait. */
export type Pace = {
  /** Milliseconds that nobody can set back. */
  readonly elapsed: () => number
  /** Resolves after that long, or as soon as the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Without a run that says how long it can wait. */
export const USUAL_RETRIES = 4
export const USUAL_WAIT_MS = 60_000

type Means = {
  readonly pace: Pace
  readonly retries: number
  readonly leftMs: () => number
  readonly isKnown: boolean
}

/** How long the tries of one call may go on, by the clock of whoever asks. What it knows is its own: requests are copied and compared. */
export class CallPatience {
  readonly #means: Means

  constructor(means: Means) {
    this.#means = means
  }

  get pace(): Pace {
    return this.#means.pace
  }

  /** How often a call is tried again at most. */
  get retries(): number {
    return this.#means.retries
  }

  /** The longest wait that makes sense now. */
  leftMs(): number {
    return this.#means.leftMs()
  }

  /** The endpoint has answered before: if nobody is there now, that will pass. */
  get isKnown(): boolean {
    return this.#means.isKnown
  }

  /** Where somebody else can answer, nobody waits for the first one as long as there is time. */
  hurried(): CallPatience {
    return new CallPatience({
      ...this.#means,
      retries: Math.min(this.retries, USUAL_RETRIES),
      leftMs: () => Math.min(this.leftMs(), USUAL_WAIT_MS),
    })
  }
}
