import type { Usage } from "../../protocol/log/usage.ts"

/** Counts what a call brings while it comes, by estimate; attempts that came to nothing are paid for too. */
export class OutputMeter {
  readonly #prompt: number
  #void = { prompt: 0, completion: 0 }
  #now = 0

  constructor(prompt: number) {
    this.#prompt = prompt
  }

  /** How many tokens of the present attempt have come. */
  hear(tokens: number): void {
    this.#now = tokens
  }

  /** What came so far is void: another attempt begins. One that brought nothing cost nothing. */
  restart(): void {
    if (this.#now > 0) this.#void = this.spent
    this.#now = 0
  }

  /** What the void attempts came to. */
  get void(): Usage {
    return { ...this.#void, cached: 0 }
  }

  /** All of it, the present attempt included. */
  get spent(): Usage {
    const isUnderWay = this.#now > 0
    return {
      prompt: this.#void.prompt + (isUnderWay ? this.#prompt : 0),
      completion: this.#void.completion + Math.ceil(this.#now),
      cached: 0,
    }
  }
}
