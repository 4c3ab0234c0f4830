/** A value with the interval that it lies in at 95%. */
export type Estimated = { readonly value: number; readonly low: number; readonly high: number }

/** z of 95%. */
const Z = 1.959964

/** A share of successes with Wilson's interval, which is sane for few runs and for none or all of them. */
export function shareOf(successes: number, runs: number): Estimated | null {
  if (runs === 0) return null
  const share = successes / runs
  const scale = 1 + Z ** 2 / runs
  const centre = (share + Z ** 2 / (2 * runs)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / runs + Z ** 2 / (4 * runs ** 2))
  // At the ends the formula is exact but for rounding.
  return {
    value: share,
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === runs ? 1 : Math.min(1, centre + half),
  }
}

/** The median with the interval between order statistics, whatever the distribution; of few values, the smallest and the largest. */
export function medianOf(values: readonly number[]): Estimated | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((one, other) => one - other)
  const at = (index: number) => sorted[Math.min(sorted.length - 1, Math.max(0, index))] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  const rank = lowRank(sorted.length)
  return {
    value: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    low: at(rank),
    high: at(sorted.length - 1 - rank),
  }
}

/** How many values may be left out at each end so that the median lies between the rest at 95%. */
function lowRank(count: number): number {
  let below = 0.5 ** count
  let rank = 0
  let term = below
  while (below + nextTerm(term, count, rank) <= 0.025) {
    term = nextTerm(term, count, rank)
    below += term
    rank++
  }
  return below <= 0.025 ? rank : 0
}

function nextTerm(term: number, count: number, rank: number): number {
  return (term * (count - rank)) / (rank + 1)
}

/** The chance that at least one of `k` tries succeeds, without bias, from `successes` of `tries`; `null` where there were fewer. */
export function passAt(k: number, successes: number, tries: number): number | null {
  if (tries < k || k < 1) return null
  let miss = 1
  for (let i = 0; i < k; i++) miss *= Math.max(0, tries - successes - i) / (tries - i)
  return 1 - miss
}

/** Fisher's exact test, two-sided: how likely two shares that differ so much or more are by chance alone. */
export function chanceOf(one: readonly [number, number], other: readonly [number, number]): number {
  const [a, n] = one
  const [c, m] = other
  const [successes, all] = [a + c, n + m]
  const likely = (x: number) => Math.exp(choose(n, x) + choose(m, successes - x) - choose(all, successes))
  const seen = likely(a)
  let sum = 0
  for (let x = Math.max(0, successes - m); x <= Math.min(n, successes); x++) {
    const chance = likely(x)
    if (chance <= seen * (1 + 1e-9)) sum += chance
  }
  return Math.min(1, sum)
}

/** The logarithm of the number of ways. */
function choose(count: number, taken: number): number {
  return factorial(count) - factorial(taken) - factorial(count - taken)
}

function factorial(count: number): number {
  let sum = 0
  for (let factor = 2; factor <= count; factor++) sum += Math.log(factor)
  return sum
}
