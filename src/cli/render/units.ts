/** `850 ms`, `12 s`, `3 m 05 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, "0")} s`
}

/** `0:07`, `1:02:03`: for a clock that ticks. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":")
}

/** How long ago, in the largest unit that fits. */
export function age(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${Math.floor(minutes)} min ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`
  return `${Math.floor(minutes / (24 * 60))} days ago`
}

/** `980`, `12.3k`, `1.2M`. */
export function amount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

/** US dollars; small sums keep the digits that matter. */
export function dollars(cost: number | null): string {
  if (cost === null) return "cost unknown"
  return cost !== 0 && cost < 0.1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`
}

/** Whole percent of a share between 0 and 1. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** For nouns that take an s. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}
