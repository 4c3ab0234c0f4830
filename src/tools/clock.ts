/** The time as runs and tools have it. Whoever passes in one of their own says when time passes. */
export interface Clock {
  /** Milliseconds since 1970: for what is written down. */
  now(): number
  /** Milliseconds that nobody can set back: for what is measured. */
  elapsed(): number
  /** Does something once, later; the process stays up for it. Returns how to call it off. */
  after(ms: number, action: () => void): () => void
  /** Aborts with a `TimeoutError`; no process stays up for it. */
  timeout(ms: number): AbortSignal
}

/** The machine's own. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
  timeout: (ms) => AbortSignal.timeout(ms),
}

/** The same time from now on, told by what has elapsed: whoever sets the machine's clock, or puts it to sleep, changes nothing in it. */
export function steady(clock: Clock): Clock {
  return clock instanceof SteadyClock ? clock : new SteadyClock(clock)
}

class SteadyClock implements Clock {
  readonly #clock: Clock
  readonly #ahead: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#ahead = clock.now() - clock.elapsed()
  }

  now(): number {
    return Math.round(this.#ahead + this.#clock.elapsed())
  }

  elapsed(): number {
    return this.#clock.elapsed()
  }

  after(ms: number, action: () => void): () => void {
    return this.#clock.after(ms, action)
  }

  timeout(ms: number): AbortSignal {
    return this.#clock.timeout(ms)
  }
}

/** Does something again and again. Returns how to stop it. */
export function every(clock: Clock, ms: number, action: () => void): () => void {
  const again = () => {
    stop = clock.after(ms, again)
    action()
  }
  let stop = clock.after(ms, again)
  return () => stop()
}

/** Resolves after that long, or as soon as the signal aborts. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  const over = Promise.withResolvers<void>()
  const stop = clock.after(ms, over.resolve)
  const giveUp = () => {
    stop()
    over.resolve()
  }
  signal?.addEventListener("abort", giveUp, { once: true })
  await over.promise
  signal?.removeEventListener("abort", giveUp)
}
