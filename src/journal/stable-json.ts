import { hash } from "node:crypto"

const DIGEST_LENGTH = 32

/** JSON that is equal for equal values: keys sorted, `undefined` dropped. What JSON cannot hold is treated as by `JSON.stringify`. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isRecord(part) ? sortKeys(part) : part)) ?? "null"
}

/** What the same code made has its keys in the same order: only what hasn't is put in order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other) || stableJson(one) === stableJson(other)
}

/** Names a value by its content: the first 32 hex characters of the SHA-256 of its stable JSON. */
export function digestOf(value: unknown): string {
  return hash("sha256", stableJson(value)).slice(0, DIGEST_LENGTH)
}

function isRecord(part: unknown): part is Record<string, unknown> {
  return typeof part === "object" && part !== null && !Array.isArray(part)
}

/** By code units, not by locale: the order must not depend on the machine. */
function sortKeys(record: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(record)
  // Most are small and in order: nothing is made anew for them.
  if (keys.every((key, at) => at === 0 || (keys[at - 1] as string) < key)) return record
  return Object.fromEntries(keys.sort().map((key) => [key, record[key]]))
}
