import { DEAF_MS } from "@keelson/view/answer-delay.ts"

/**
 * Whether a key or a click counts as an answer: only if it was begun after the question could be read, and was pressed once.
 * A press that began earlier is dropped as a whole, though it ends later.
 */
export class DeafTime {
  readonly #now: () => number
  #openAt = Number.POSITIVE_INFINITY
  #isDown = false
  #isEarly = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** The question appeared, changed or moved. */
  restart(): void {
    this.#openAt = this.#now() + DEAF_MS
    if (this.#isDown) this.#isEarly = true
  }

  press(isRepeat: boolean): void {
    this.#isDown = true
    this.#isEarly = isRepeat || !this.isOver
  }

  /** Call `settle` once whatever the press led to has happened. */
  release(): void {
    this.#isDown = false
  }

  settle(): void {
    if (!this.#isDown) this.#isEarly = false
  }

  get isOver(): boolean {
    return this.#now() >= this.#openAt
  }

  /** Whether what is happening right now may answer. */
  get isOpen(): boolean {
    return this.isOver && !this.#isEarly
  }
}
