import { emitKeypressEvents, type Key } from "node:readline"
import type { Writable } from "node:stream"
import type { Paint } from "../paint/paint.ts"
import { cutTo as cutToWidth, printable, terminalColumns } from "../paint/text.ts"
import type { KeyInput } from "../prompt/listen.ts"
import { type Completions, completed, completionAt, type WordChoice } from "./completion.ts"
import { keyDeed, type Wish } from "./edit-keys.ts"
import { type EditedText, insert, NO_TEXT, textOf } from "./edited-text.ts"
import { drawText } from "./editor-lines.ts"
import { Paste } from "./paste.ts"
import { asMeant, leaveRest } from "./typed-ahead.ts"

/** Where a text is typed. */
export type EditorTerminal = {
  readonly input: KeyInput
  readonly output: Writable & { readonly columns?: number; readonly rows?: number }
  readonly paint: Paint
}

export type EditorSettings = {
  /** What was typed before, oldest first. */
  readonly history: readonly string[]
  readonly completions: Completions
  /** What stands there already. */
  readonly begun?: string
  readonly words: EditorWords
}

/** What the editor says below the text. */
export type EditorWords = { readonly leave: string; readonly more: (left: number) => string }

const PROMPT = "› "
const INDENT = "  "
const MOST_CHOICES = 6

/** Reads a text of one line or more. `undefined`: somebody leaves (Ctrl-D, Ctrl-C twice, or the input ends). */
export function editLine(terminal: EditorTerminal, settings: EditorSettings): Promise<string | undefined> {
  return new Promise((resolve) => new Editing(terminal, settings, resolve))
}

class Editing {
  readonly #terminal: EditorTerminal
  readonly #settings: EditorSettings
  readonly #onEnd: (text: string | undefined) => void
  readonly #onKey = (typed: string | undefined, key: Key = {}) => this.#hear(typed, key)
  readonly #onClose = () => this.#end(undefined)
  readonly #onResize = () => this.#draw()
  readonly #wasRaw: boolean
  readonly #asMeant: (key: Key) => Key
  #text: EditedText
  /** Which entry of the history is shown; its length is what is typed now. */
  #place: number
  #own = ""
  readonly #paste = new Paste()
  #cursorRow = 0
  #note = ""

  constructor(terminal: EditorTerminal, settings: EditorSettings, onEnd: (text: string | undefined) => void) {
    this.#terminal = terminal
    this.#settings = settings
    this.#onEnd = onEnd
    this.#text = textOf(settings.begun ?? "")
    this.#place = settings.history.length
    const { input, output } = terminal
    this.#wasRaw = input.isRaw ?? false
    this.#asMeant = asMeant(input)
    emitKeypressEvents(input)
    input.setRawMode?.(true)
    // What is pasted comes between marks: its lines are no Enter.
    output.write("\x1b[?2004h")
    input.on("keypress", this.#onKey).on("end", this.#onClose)
    output.on("resize", this.#onResize)
    input.resume()
    this.#draw()
  }

  #hear(typed: string | undefined, key: Key): void {
    const note = this.#note
    this.#note = ""
    const pasted = this.#paste.hear(typed, key)
    if (pasted === "") return
    if (pasted !== undefined) this.#text = insert(this.#text, pasted)
    const deed = pasted === undefined ? keyDeed(this.#text, typed, this.#asMeant(key)) : undefined
    if (deed && "text" in deed) this.#text = deed.text
    else if (deed && this.#carryOut(deed.wish, note)) return
    this.#draw()
  }

  /** True if that was the end. */
  #carryOut(wish: Wish, note: string): boolean {
    switch (wish) {
      case "send":
      case "send now":
        if (this.#text.text.trim() === "") return false
        this.#end(this.#text.text)
        return true
      case "leave":
        this.#end(undefined)
        return true
      case "clear":
        return this.#clear(note)
      case "back":
        this.#turnTo(this.#place - 1)
        return false
      case "forward":
        this.#turnTo(this.#place + 1)
        return false
      case "complete": {
        const completion = this.#completion
        if (completion) this.#text = completed(this.#text, completion)
        return false
      }
      case "escape":
      case "output":
        return false
    }
  }

  #clear(note: string): boolean {
    if (this.#text.text === "" && note === this.#settings.words.leave) {
      this.#end(undefined)
      return true
    }
    if (this.#text.text === "") this.#note = this.#settings.words.leave
    this.#text = NO_TEXT
    this.#place = this.#settings.history.length
    return false
  }

  /** What was being typed is there again below the newest entry. */
  #turnTo(place: number): void {
    const { history } = this.#settings
    if (place < 0 || place > history.length) return
    if (this.#place === history.length) this.#own = this.#text.text
    this.#place = place
    this.#text = textOf(history[place] ?? this.#own)
  }

  get #completion(): WordChoice | undefined {
    return completionAt(this.#text, this.#settings.completions)
  }

  #draw(): void {
    const { output, paint } = this.#terminal
    const columns = terminalColumns(output)
    const rows = Math.max(3, (output.rows || 24) - MOST_CHOICES - 2)
    const { lines, row, column } = drawText(this.#text, columns - PROMPT.length - 1, rows)
    const shown = [
      ...lines.map((line, index) => (index === 0 ? paint("cyan", PROMPT) : INDENT) + line),
      ...this.#below.map((line) => paint("dim", cutToWidth(`${INDENT}${line}`, columns - 1))),
    ]
    const back = shown.length - 1 - row
    output.write(`${up(this.#cursorRow)}\r\x1b[J${shown.join("\r\n")}${up(back)}\r\x1b[${PROMPT.length + column}C`)
    this.#cursorRow = row
  }

  get #below(): readonly string[] {
    if (this.#note !== "") return [this.#note]
    const choices = this.#completion?.choices ?? []
    const more = choices.length - MOST_CHOICES
    return [...choices.slice(0, MOST_CHOICES).map(printable), ...(more > 0 ? [this.#settings.words.more(more)] : [])]
  }

  /** What was typed stays on the screen, and nothing below it. */
  #end(text: string | undefined): void {
    const { input, output } = this.#terminal
    input.off("keypress", this.#onKey).off("end", this.#onClose)
    leaveRest(input)
    output.off("resize", this.#onResize)
    this.#text = { text: this.#text.text, at: this.#text.text.length }
    this.#draw()
    output.write("\x1b[?2004l\r\n\x1b[J")
    input.setRawMode?.(this.#wasRaw)
    input.pause()
    this.#onEnd(text)
  }
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : ""
}
