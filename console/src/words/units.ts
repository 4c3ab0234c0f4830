/** `850 ms`, `4.2 s`, `3 m 05 s`, `2 h 04 m`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} m`
}

/** `02:14`, `1:02:14`: for a clock that ticks. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return [...(hours > 0 ? [String(hours)] : []), two(minutes), two(seconds % 60)].join(":")
}

/** `980`, `12.3k`, `1.2M`. */
export function amount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 1_000_000) return `${trimmed(count / 1000)}k`
  return `${trimmed(count / 1_000_000)}M`
}

/** US dollars; small sums keep the digits that matter, unknown ones are `–`. */
export function dollars(cost: number | null): string {
  if (cost === null) return "–"
  return cost !== 0 && cost < 0.1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** The time of day, with seconds. */
export function timeOfDay(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")
}

/** `2026-11-15 06:00`; today only the time. */
export function dayAndTime(at: number, now: number = Date.now()): string {
  const date = new Date(at)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  if (new Date(now).toDateString() === date.toDateString()) return time
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`
}

function trimmed(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}

function two(value: number): string {
  return String(value).padStart(2, "0")
}
