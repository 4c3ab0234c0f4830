import { DEAF_MS } from "../../view/answer-delay.ts"
import type { PromptClock } from "./clock.ts"

/** Somebody who types does not stop for so long between two letters. */
const PAUSE_MS = 350

/**
 * Whether what is typed counts yet: not before the deaf time is over, nor in the middle of a text that somebody began to type
 * without having seen the question.
 */
export class Hearing {
  readonly #clock: PromptClock
  readonly #onOpen: () => void
  #isQuestionRead = false
  #isPaused = true
  #stopDeafness: () => void
  #stopPause = () => {}

  constructor(clock: PromptClock, onOpen: () => void) {
    this.#clock = clock
    this.#onOpen = onOpen
    this.#stopDeafness = clock(DEAF_MS, () => {
      this.#isQuestionRead = true
      this.#tell()
    })
  }

  get isOpen(): boolean {
    return this.#isQuestionRead && this.#isPaused
  }

  /** Something came that is no answer: only after a pause does anything count again. */
  disturb(): void {
    this.#isPaused = false
    this.#stopPause()
    this.#stopPause = this.#clock(PAUSE_MS, () => {
      this.#isPaused = true
      this.#tell()
    })
  }

  stop(): void {
    this.#stopDeafness()
    this.#stopPause()
  }

  #tell(): void {
    if (this.isOpen) this.#onOpen()
  }
}
