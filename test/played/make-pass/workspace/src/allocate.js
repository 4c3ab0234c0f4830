/**
 * Split an amount by shares. The cents that are left over go one by one to the
 * parts that lost the largest fraction, with equal fractions to the first ones.
 */
export function allocate(cents, shares) {
  const sum = shares.reduce((total, share) => total + share, 0)
  if (!Number.isInteger(cents)) throw new TypeError("cents must be an integer")
  if (!(sum > 0) || shares.some((share) => share < 0)) throw new RangeError("shares must not be negative nor all zero")
  const parts = shares.map((share, index) => {
    const exact = (cents * share) / sum
    const whole = Math.trunc(exact)
    return { index, whole, lost: exact - whole }
  })
  let rest = cents - parts.reduce((total, { whole }) => total + whole, 0)
  const order = [...parts].sort((a, b) => b.lost - a.lost || a.index - b.index)
  for (const part of order) {
    if (rest <= 0) break
    part.whole++
    rest--
  }
  return parts.map(({ whole }) => whole)
}
