import { byCount } from "./weighers.js"

/**
 * A cache that is limited by the total weight of its entries.
 * The Map keeps the entries in order of use: the first one is the oldest.
 */
export class HeftCache {
  #entries = new Map()
  #weight = 0
  #maxWeight
  #ttl
  #weigh
  #onRemove
  #clock

  constructor({ maxWeight = Infinity, ttl = Infinity, weigh = byCount, onRemove, clock = Date.now } = {}) {
    if (!(maxWeight > 0)) throw new RangeError("maxWeight must be above 0")
    if (!(ttl > 0)) throw new RangeError("ttl must be above 0")
    this.#maxWeight = maxWeight
    this.#ttl = ttl
    this.#weigh = weigh
    this.#onRemove = onRemove
    this.#clock = clock
  }

  get size() {
    return this.#entries.size
  }

  get weight() {
    return this.#weight
  }

  set(key, value, { ttl = this.#ttl } = {}) {
    const weight = this.#measure(key, value)
    if (weight > this.#maxWeight) {
      this.delete(key)
      return false
    }
    this.#remove(key, "replaced")
    this.#entries.set(key, { value, expires: this.#clock() + ttl })
    this.#weight += weight
    this.#shrink()
    return true
  }

  get(key) {
    const entry = this.#live(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  peek(key) {
    return this.#live(key)?.value
  }

  has(key) {
    return this.#live(key) !== undefined
  }

  delete(key) {
    if (!this.has(key)) return false
    return this.#remove(key, "deleted")
  }

  clear() {
    const old = [...this.#entries]
    this.#entries.clear()
    this.#weight = 0
    for (const [key, entry] of old) this.#onRemove?.(key, entry.value, "cleared")
  }

  /** Remove the entries whose time is over; gives their number. */
  prune() {
    const now = this.#clock()
    let removed = 0
    for (const [key, entry] of this.#entries) {
      if (entry.expires <= now && this.#remove(key, "expired")) removed++
    }
    return removed
  }

  *entries() {
    const now = this.#clock()
    for (const [key, entry] of this.#entries) {
      if (entry.expires > now) yield [key, entry.value]
    }
  }

  [Symbol.iterator]() {
    return this.entries()
  }

  #live(key) {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expires <= this.#clock()) {
      this.#remove(key, "expired")
      return undefined
    }
    return entry
  }

  #measure(key, value) {
    const weight = this.#weigh(value, key)
    if (typeof weight !== "number" || !(weight >= 0)) {
      throw new TypeError(`weigh gave ${String(weight)} for the key ${String(key)}`)
    }
    return weight
  }

  #remove(key, reason) {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#weight -= this.#measure(key, entry.value)
    this.#onRemove?.(key, entry.value, reason)
    return true
  }

  #shrink() {
    for (const key of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return
      this.#remove(key, "evicted")
    }
  }
}
