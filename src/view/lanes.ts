import type { Bar } from "./timeline.ts"

export type LooseBar = Omit<Bar, "lane">

export type BarCount = { readonly count: number; readonly lanes: number }

/** As many bars are told one by one. */
const MANY = 4000
/** Of more, those that can be told apart on a screen with so many columns. */
const COLUMNS = 4000

/** Bars of one kind, each on the first lane that is free when it begins. */
export class Lanes {
  #bars: Bar[] = []
  readonly #busyUntil: number[] = []
  #count = 0
  /** Milliseconds that are one column; 0 while every bar is told. */
  #grain = 0
  #ends = new Map<string, number>()
  taken = 0
  last = ""

  add(bar: LooseBar): void {
    this.pass(bar.key)
    this.#count += 1
    const laid = laidOut(bar, this.#busyUntil)
    if (this.#isSeen(laid)) this.#bars.push(laid)
  }

  /** It takes no room. */
  pass(key: string): void {
    this.taken += 1
    this.last = key
  }

  /** Bars that may still change. */
  with(bars: readonly LooseBar[]): Bar[] {
    const busyUntil = [...this.#busyUntil]
    return bars.map((bar) => laidOut(bar, busyUntil))
  }

  /** What can be told apart in a chart of this length. */
  seenIn(length: number): readonly Bar[] {
    const grain = this.#count <= MANY ? 0 : 2 ** Math.ceil(Math.log2(Math.max(1, length) / COLUMNS))
    if (grain > this.#grain) this.#coarsen(grain)
    return this.#bars
  }

  countWith(open: readonly Bar[]): BarCount {
    const lanes = open.reduce((most, { lane }) => Math.max(most, lane + 1), this.#busyUntil.length)
    return { count: this.#count + open.length, lanes }
  }

  #coarsen(grain: number): void {
    this.#grain = grain
    this.#ends = new Map()
    this.#bars = this.#bars.filter((bar) => this.#isSeen(bar))
  }

  #isSeen({ lane, status, from, to }: Bar): boolean {
    const row = `${lane} ${status}`
    const end = Math.max(to, from + this.#grain)
    if (end < (this.#ends.get(row) ?? Number.NEGATIVE_INFINITY) + this.#grain) return false
    this.#ends.set(row, end)
    return true
  }
}

function laidOut(bar: LooseBar, busyUntil: number[]): Bar {
  const free = busyUntil.findIndex((until) => until <= bar.from)
  const lane = free === -1 ? busyUntil.length : free
  busyUntil[lane] = bar.to
  return { ...bar, lane }
}
