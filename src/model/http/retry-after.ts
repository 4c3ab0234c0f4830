/** Milliseconds to wait, from a Retry-After header in seconds or as an HTTP date; `undefined` if it is neither. */
export function parseRetryAfter(value: string | number, now: number): number | undefined {
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000))
  const date = Date.parse(String(value))
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
