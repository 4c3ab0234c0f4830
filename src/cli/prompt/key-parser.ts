/** What a piece of input from a terminal comes to. `noise`: escape sequences, pastes, and whatever came in a burst. */
export type Typed =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "interrupt" }
  /** Esc, or the start of a sequence whose rest is still under way. */
  | { readonly kind: "escape" }
  | { readonly kind: "noise" }

const ESCAPE = "\x1b"
const INTERRUPT = "\x03"
const PASTE_START = "\x1b[200~"
const PASTE_END = "\x1b[201~"
const NOISE: Typed = { kind: "noise" }

/** A whole sequence: with parameters (arrows, function keys), after `O`, or a key that was pressed together with Alt. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|O[\s\S]|[^[O])/

/** Reads keys off a terminal in raw mode, one at a time. Sequences may arrive in pieces, as they do over slow lines. */
export class KeyParser {
  #pending = ""
  #isPasting = false

  /** One chunk as it came; more than one character at once is no key that somebody pressed to answer. */
  push(chunk: string): Typed {
    const text = this.#pending + chunk
    const isContinued = this.#pending !== ""
    this.#pending = ""
    if (this.#isPasting) return this.#paste(text)
    if (chunk.includes(INTERRUPT)) return { kind: "interrupt" }
    if (text.startsWith(ESCAPE)) return this.#sequence(text)
    return isContinued || [...text].length !== 1 ? NOISE : { kind: "key", key: text }
  }

  #sequence(text: string): Typed {
    const [sequence] = SEQUENCE.exec(text) ?? []
    if (sequence === undefined) {
      this.#pending = text
      return text === ESCAPE ? { kind: "escape" } : NOISE
    }
    const rest = text.slice(sequence.length)
    if (sequence === PASTE_START) return this.#paste(rest)
    return rest.startsWith(ESCAPE) ? this.#sequence(rest) : NOISE
  }

  #paste(text: string): Typed {
    this.#isPasting = !text.includes(PASTE_END)
    // The end itself may come in pieces.
    if (this.#isPasting) this.#pending = text.slice(-(PASTE_END.length - 1))
    return NOISE
  }

  /** Nothing came after Esc: it was the key. */
  forget(): void {
    if (this.#pending === ESCAPE) this.#pending = ""
  }
}
