import { PassThrough } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"
import type { KeyTerminal } from "../../src/cli/prompt/ask-key.ts"
import type { PromptClock } from "../../src/cli/prompt/clock.ts"

/** A terminal with somebody at it whose time is the test's. */
export class Typist {
  readonly input = new PassThrough()
  readonly #output = new PassThrough()
  readonly terminal: KeyTerminal
  interrupts = 0
  #now = 0
  #due: { at: number; action: () => void }[] = []

  constructor() {
    this.terminal = {
      input: this.input,
      output: this.#output,
      paint: (_format, text) => text,
      clock: this.#clock,
      onInterrupt: () => {
        this.interrupts += 1
      },
    }
  }

  readonly #clock: PromptClock = (ms, action) => {
    const timer = { at: this.#now + ms, action }
    this.#due.push(timer)
    return () => {
      this.#due = this.#due.filter((other) => other !== timer)
    }
  }

  /** One chunk, as the terminal delivers it. */
  async type(chunk: string | Buffer): Promise<void> {
    this.input.write(chunk)
    await setImmediate()
  }

  /** A text, letter by letter, at the speed of somebody who can type. */
  async typeText(text: string, everyMs = 120): Promise<void> {
    for (const letter of text) {
      await this.type(letter)
      await this.wait(everyMs)
    }
  }

  async wait(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      const next = this.#due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#due = this.#due.filter((timer) => timer !== next)
      this.#now = next.at
      next.action()
    }
    this.#now = until
    await setImmediate()
  }

  /** All that was written so far. */
  get screen(): string {
    return stripVTControlCharacters((this.#output.read() ?? "").toString())
  }
}
