import { randomInt } from "node:crypto"

const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"

/** Sorts by time, is short enough to type, and has no letters that look like others. */
export function newRunId(now: number): string {
  const day = new Date(now).toISOString().slice(2, 10).replaceAll("-", "")
  const tail = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `${day}-${tail}`
}
