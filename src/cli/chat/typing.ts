import { emitKeypressEvents, type Key } from "node:readline"
import { keyDeed, type Wish } from "../editor/edit-keys.ts"
import type { EditorTerminal } from "../editor/edit-line.ts"
import { type EditedText, insert, NO_TEXT } from "../editor/edited-text.ts"
import { drawText } from "../editor/editor-lines.ts"
import { Paste } from "../editor/paste.ts"

/** What becomes of it. */
export type TypingDeeds = {
  readonly send: (text: string) => void
  /** Esc: the run shall stop, and the conversation goes on. */
  readonly stop: () => void
  /** Ctrl-C with nothing typed. */
  readonly interrupt: () => void
}

const MOST_ROWS = 5
const PROMPT = "› "
const HINT = "Enter tells the run · Esc stops it"

/** A line that is typed while a run works: drawn below the run, deaf while something else is asked. */
export class Typing {
  readonly #terminal: EditorTerminal
  readonly #deeds: TypingDeeds
  readonly #paste = new Paste()
  readonly #onKey = (typed: string | undefined, key: Key = {}) => this.#hear(typed, key)
  #text: EditedText = NO_TEXT
  #isListening = false

  constructor(terminal: EditorTerminal, deeds: TypingDeeds) {
    this.#terminal = terminal
    this.#deeds = deeds
  }

  listen(): void {
    if (this.#isListening) return
    const { input, output } = this.#terminal
    this.#isListening = true
    emitKeypressEvents(input)
    input.setRawMode?.(true)
    output.write("\x1b[?2004h")
    input.on("keypress", this.#onKey)
    input.resume()
  }

  deafen(): void {
    if (!this.#isListening) return
    const { input, output } = this.#terminal
    this.#isListening = false
    input.off("keypress", this.#onKey)
    output.write("\x1b[?2004l")
    input.setRawMode?.(false)
    input.pause()
  }

  /** What is typed and was not sent. */
  get left(): string {
    return this.#text.text
  }

  get lines(): readonly string[] {
    const { output, paint } = this.#terminal
    if (this.#text.text === "") return [paint("dim", `${PROMPT}${HINT}`)]
    const { lines, row } = drawText(this.#text, Math.max(20, output.columns || 80) - PROMPT.length - 2, MOST_ROWS)
    return lines.map((line, index) => (index === 0 ? paint("cyan", PROMPT) : "  ") + line + (index === row ? "▏" : ""))
  }

  #hear(typed: string | undefined, key: Key): void {
    const pasted = this.#paste.hear(typed, key)
    if (pasted !== undefined) {
      this.#text = insert(this.#text, pasted)
      return
    }
    const deed = keyDeed(this.#text, typed, key)
    if (deed && "text" in deed) this.#text = deed.text
    else if (deed) this.#carryOut(deed.wish)
  }

  #carryOut(wish: Wish): void {
    const { text } = this.#text
    if (wish === "escape") this.#deeds.stop()
    else if (wish === "clear" && text === "") this.#deeds.interrupt()
    else if (wish === "send" && text.trim() !== "") this.#deeds.send(text)
    if (wish === "clear" || wish === "send") this.#text = NO_TEXT
  }
}
