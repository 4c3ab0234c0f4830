/** So many at once, and one more each `refillMs`. */
export type Rate = { readonly burst: number; readonly refillMs: number }

type Bucket = { left: number; at: number }

/** Buckets kept at most; those of clients that were quiet go first, as they are full again anyway. */
const MAX_CLIENTS = 10_000

/** A token bucket per client. */
export class RateLimit {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /** Takes one, and returns 0; or the milliseconds until there is one again. */
  take(client: string): number {
    const { burst, refillMs } = this.#rate
    const now = this.#now()
    const { left, at } = this.#buckets.get(client) ?? { left: burst, at: now }
    const filled = Math.min(burst, left + (now - at) / refillMs)
    const isLeft = filled >= 1
    this.#buckets.delete(client)
    this.#buckets.set(client, { left: isLeft ? filled - 1 : filled, at: now })
    if (this.#buckets.size > MAX_CLIENTS) this.#forgetOldest()
    return isLeft ? 0 : Math.ceil((1 - filled) * refillMs)
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
