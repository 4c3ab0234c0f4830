import { emitKeypressEvents, type Key } from "node:readline"
import { keyDeed, type Wish } from "../editor/edit-keys.ts"
import type { EditorTerminal } from "../editor/edit-line.ts"
import { type EditedText, insert, NO_TEXT } from "../editor/edited-text.ts"
import { drawText } from "../editor/editor-lines.ts"
import { Paste } from "../editor/paste.ts"
import { asMeant } from "../editor/typed-ahead.ts"
import { cutTo, terminalColumns } from "../paint/text.ts"
import { sayHere } from "../words/chat-words.ts"

/** What becomes of it. */
export type TypingDeeds = {
  /** `now`: the call under way is not waited for. */
  readonly send: (text: string, now: boolean) => void
  /** Ctrl-O: what a command prints is opened, or closed. */
  readonly toggleOutput: () => void
  /** Esc: the run shall stop, and the conversation goes on. */
  readonly stop: () => void
  /** Ctrl-C with nothing typed. */
  readonly interrupt: () => void
}

const MOST_ROWS = 5
const PROMPT = "› "

/** A line that is typed while a run works: drawn below the run, deaf while something else is asked. */
export class Typing {
  readonly #terminal: EditorTerminal
  readonly #deeds: TypingDeeds
  readonly #paste = new Paste()
  readonly #onKey = (typed: string | undefined, key: Key = {}) => this.#hear(typed, key)
  #text: EditedText = NO_TEXT
  #isListening = false
  #asMeant: (key: Key) => Key = (key) => key

  constructor(terminal: EditorTerminal, deeds: TypingDeeds) {
    this.#terminal = terminal
    this.#deeds = deeds
  }

  listen(): void {
    if (this.#isListening) return
    const { input, output } = this.#terminal
    this.#isListening = true
    this.#asMeant = asMeant(input)
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
    const columns = terminalColumns(output)
    const hint = paint("dim", cutTo(`${PROMPT}${sayHere("hint")} · ${sayHere("hint.output")}`, columns - 1))
    if (this.#text.text === "") return [hint]
    const { lines, row } = drawText(this.#text, columns - PROMPT.length - 2, MOST_ROWS)
    const typed = lines.map(
      (line, index) => (index === 0 ? paint("cyan", PROMPT) : "  ") + line + (index === row ? "▏" : ""),
    )
    return [...typed, paint("dim", cutTo(`  ${sayHere("hint")}`, columns - 1))]
  }

  #hear(typed: string | undefined, key: Key): void {
    const pasted = this.#paste.hear(typed, key)
    if (pasted !== undefined) {
      this.#text = insert(this.#text, pasted)
      return
    }
    const deed = keyDeed(this.#text, typed, this.#asMeant(key))
    if (deed && "text" in deed) this.#text = deed.text
    else if (deed) this.#carryOut(deed.wish)
  }

  #carryOut(wish: Wish): void {
    const { text } = this.#text
    if (wish === "escape") this.#deeds.stop()
    else if (wish === "clear" && text === "") this.#deeds.interrupt()
    else if (wish === "output") this.#deeds.toggleOutput()
    else if ((wish === "send" || wish === "send now") && text.trim() !== "") this.#deeds.send(text, wish === "send now")
    if (wish === "clear" || wish === "send" || wish === "send now") this.#text = NO_TEXT
  }
}
