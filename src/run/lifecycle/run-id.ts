import { createHash, randomInt } from "node:crypto"

const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"

/** Sorts by time, is short enough to type, and has no letters that look like others. */
export function newRunId(now: number): string {
  return `${dayOf(now)}-${Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`
}

/** The ids that a run with this idempotency key has if it began today, or yesterday: whoever repeats a request over midnight means the same run. */
export function keyedRunIds(key: string, now: number): readonly [today: string, yesterday: string] {
  const hash = createHash("sha256").update(key).digest()
  const tail = Array.from(hash.subarray(0, KEYED_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("")
  return [`${dayOf(now)}-${tail}`, `${dayOf(now - DAY_MS)}-${tail}`]
}

/** Too long for two keys of a day to meet. */
const KEYED_LENGTH = 16
const DAY_MS = 86_400_000

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(2, 10).replaceAll("-", "")
}
