/** Every entry weighs 1. */
export function byCount() {
  return 1
}

/** Strings, arrays and buffers weigh as much as they are long, the rest weighs 1. */
export function byLength(value) {
  if (value !== null && value !== undefined && typeof value.length === "number") return value.length
  if (value instanceof Map || value instanceof Set) return value.size
  return 1
}

/** The length of the value as JSON; a rough measure of memory. */
export function byJson(value) {
  const text = JSON.stringify(value)
  return text === undefined ? 1 : text.length
}
