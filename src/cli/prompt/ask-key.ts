import type { Writable } from "node:stream"
import type { Paint } from "../paint/paint.ts"
import { terminalColumns } from "../paint/text.ts"
import type { PromptClock } from "./clock.ts"
import { Hearing } from "./hearing.ts"
import { drawQuestion, drawStatus, lastLine, wayOut } from "./key-lines.ts"
import type { Typed } from "./key-parser.ts"
import { type KeyInput, listen } from "./listen.ts"

/** One answer and the key that gives it. */
export type Choice<T> = {
  readonly key: string
  readonly label: string
  readonly value: T
  /** It allows more than the call at hand: such answers stand apart. */
  readonly isWide?: boolean
}

export type KeyQuestion<T> = { readonly title: string; readonly choices: readonly Choice<T>[] }

/** Where it is asked. */
export type KeyTerminal = {
  readonly input: KeyInput
  readonly output: Writable & { readonly columns?: number }
  readonly paint: Paint
  readonly clock: PromptClock
  /** Ctrl-C. */
  readonly onInterrupt: () => void
}

/** A key that others follow this fast was a letter of a text. */
const SETTLE_MS = 200
/** The rest of an escape sequence has come by then, if there is one. */
const ESCAPE_MS = 250

/**
 * Asks for one key. None is chosen beforehand, Enter and the arrows answer nothing, and what was typed before the question
 * could be read is dropped. `undefined`: Esc, Ctrl-C, the end of the input, or the answer is no longer needed.
 */
export function askKey<T>(
  question: KeyQuestion<T>,
  terminal: KeyTerminal,
  signal: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const asking = new Asking(question, terminal, (choice) => {
      signal.removeEventListener("abort", stop)
      resolve(choice?.value)
    })
    const stop = () => asking.end(undefined)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
  })
}

class Asking<T> {
  readonly #question: KeyQuestion<T>
  readonly #terminal: KeyTerminal
  readonly #onEnd: (choice: Choice<T> | undefined) => void
  readonly #hearing: Hearing
  readonly #stopListening: () => void
  #stopWaiting = () => {}
  #note = ""
  #isOver = false

  constructor(question: KeyQuestion<T>, terminal: KeyTerminal, onEnd: (choice: Choice<T> | undefined) => void) {
    this.#question = question
    this.#terminal = terminal
    this.#onEnd = onEnd
    terminal.output.write(drawQuestion(question, terminal.paint, terminalColumns(terminal.output)))
    this.#hearing = new Hearing(terminal.clock, () => this.#status())
    this.#stopListening = listen(terminal.input, terminal.output, {
      typed: (typed, forget) => this.#hear(typed, forget),
      ended: () => this.end(undefined),
    })
  }

  /** Leaves the terminal as it was, and says what was chosen. */
  end(choice: Choice<T> | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopWaiting()
    this.#hearing.stop()
    const { output, paint } = this.#terminal
    output.write(lastLine(choice?.label, paint, terminalColumns(output)))
    this.#stopListening()
    this.#onEnd(choice)
  }

  #hear(typed: Typed, forget: () => void): void {
    this.#stopWaiting()
    if (typed.kind === "escape") this.#terminal.clock(ESCAPE_MS, forget)
    if (typed.kind === "interrupt") {
      this.#terminal.onInterrupt()
      this.end(undefined)
    } else if (this.#hearing.isOpen) this.#consider(typed)
    else this.#hearing.disturb()
  }

  #consider(typed: Typed): void {
    const choice = this.#question.choices.find(({ key }) => typed.kind === "key" && key === typed.key)
    if (choice) this.#after(SETTLE_MS, choice)
    else if (typed.kind === "escape") this.#after(ESCAPE_MS, undefined)
    else {
      this.#status(wayOut(typed))
      this.#hearing.disturb()
    }
  }

  /** It counts unless more is typed right behind it. */
  #after(ms: number, choice: Choice<T> | undefined): void {
    const cancel = this.#terminal.clock(ms, () => this.end(choice))
    this.#stopWaiting = () => {
      cancel()
      this.#stopWaiting = () => {}
      this.#hearing.disturb()
    }
  }

  #status(note = this.#note): void {
    this.#note = note
    this.#terminal.output.write(drawStatus(this.#question, note, this.#terminal.paint))
  }
}
