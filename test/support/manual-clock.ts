import type { Clock } from "../../src/tools/clock.ts"

type Timer = { readonly ms: number; readonly at: number; readonly action: () => void }

/** A clock that moves only when it is told to: what a test says does not depend on how busy the machine is. */
export class ManualClock implements Clock {
  #time = Date.UTC(2026, 0, 1)
  readonly #timers = new Set<Timer>()
  readonly #waiting = new Set<{ readonly ms: number; readonly resolve: () => void }>()

  now(): number {
    return this.#time
  }

  elapsed(): number {
    return this.#time
  }

  after(ms: number, action: () => void): () => void {
    const timer = { ms, at: this.#time + ms, action }
    this.#timers.add(timer)
    for (const waiting of this.#waiting) if (waiting.ms === ms) waiting.resolve()
    return () => this.#timers.delete(timer)
  }

  timeout(ms: number): AbortSignal {
    const controller = new AbortController()
    this.after(ms, () => controller.abort(new DOMException("The time is up.", "TimeoutError")))
    return controller.signal
  }

  /** Lets time pass: whatever is due happens, in its order and at its time. */
  advance(ms: number): void {
    const end = this.#time + ms
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#timers.delete(next)
      this.#time = next.at
      next.action()
    }
    this.#time = end
  }

  /** Resolves once somebody waits for exactly so long. */
  async armed(ms: number): Promise<void> {
    if ([...this.#timers].some((timer) => timer.ms === ms)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = { ms, resolve }
    this.#waiting.add(waiting)
    await promise
    this.#waiting.delete(waiting)
  }

  #nextUntil(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
  }
}
