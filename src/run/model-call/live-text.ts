import type { Secrets } from "../../tools/secrets/secrets.ts"

/** Text as it streams in, without secrets: an unfinished word is held back, for it may be the beginning of one. */
export class LiveText {
  readonly #secrets: Secrets
  readonly #emit: (text: string) => void
  #held = ""

  constructor(secrets: Secrets, emit: (text: string) => void) {
    this.#secrets = secrets
    this.#emit = emit
  }

  add(delta: string): void {
    const text = this.#secrets.redact(this.#held + delta)
    const whole = text.match(WHOLE_WORDS)?.[0] ?? ""
    this.#held = text.slice(whole.length)
    if (whole !== "") this.#emit(whole)
  }

  /** What came so far is void. */
  restart(): void {
    this.#held = ""
  }

  end(): void {
    if (this.#held !== "") this.#emit(this.#held)
    this.#held = ""
  }
}

/** Secrets are of visible ASCII: they end where anything else begins. */
const WHOLE_WORDS = /^[\s\S]*[^\x21-\x7e]/
