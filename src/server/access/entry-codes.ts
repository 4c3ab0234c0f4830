import { createHash, randomBytes } from "node:crypto"

/** So long a code opens the door: time enough to click on it, too little to be found later. */
export const CODE_LIFE_MS = 10 * 60_000

/** Codes that wait to be used at once; the oldest goes first. */
const MOST_CODES = 20

/**
 * Codes that sign one browser in, each once. An address with one in it may be seen in a terminal, a history or a list of processes:
 * by then it is worth nothing.
 */
export class EntryCodes {
  readonly #now: () => number
  /** Until when each is good, by its digest. */
  readonly #codes = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** A new one: 192 bits of chance, safe in an address. */
  make(): string {
    const code = randomBytes(24).toString("base64url")
    this.#codes.set(digest(code), this.#now() + CODE_LIFE_MS)
    const [oldest] = this.#codes.keys()
    if (this.#codes.size > MOST_CODES && oldest !== undefined) this.#codes.delete(oldest)
    return code
  }

  /** Whether the code is good; afterwards it is not. */
  redeem(code: string): boolean {
    const key = digest(code)
    const until = this.#codes.get(key)
    this.#codes.delete(key)
    return until !== undefined && this.#now() < until
  }
}

/** Looked up by what a guess comes to, so that how long it takes tells nothing about the codes. */
function digest(code: string): string {
  return createHash("sha256").update(code).digest("hex")
}
