const OPEN = "<think>"
const CLOSE = "</think>"

/** A piece of a reply, told apart: what was thought and what was said. */
export type ThoughtPiece = { readonly kind: "thought" | "text"; readonly text: string }

/**
 * Servers that know nothing of thinking models pass their thoughts on as text, in tags at the very beginning. Fed with
 * the text as it comes, this tells them apart; tags anywhere else are text like any other.
 */
export class ThinkTags {
  #state: "start" | "thinking" | "turning" | "speaking" = "start"
  #held = "";

  *feed(delta: string): Generator<ThoughtPiece> {
    if (this.#state === "speaking") return yield* piece("text", delta)
    this.#held += delta
    if (this.#state === "start") yield* this.#begin()
    if (this.#state === "thinking") yield* this.#think()
    if (this.#state === "turning") yield* this.#turn()
  }

  /** What was held back until more would come. */
  *end(): Generator<ThoughtPiece> {
    if (this.#state !== "turning") yield* piece(this.#state === "thinking" ? "thought" : "text", this.#held)
    this.#held = ""
  }

  *#begin(): Generator<ThoughtPiece> {
    const text = this.#held.trimStart()
    if (text.startsWith(OPEN)) {
      this.#state = "thinking"
      this.#held = text.slice(OPEN.length)
    } else if (!OPEN.startsWith(text)) {
      yield* this.#speak(this.#held)
    }
  }

  *#think(): Generator<ThoughtPiece> {
    const close = this.#held.indexOf(CLOSE)
    if (close === -1) return
    yield* piece("thought", this.#held.slice(0, close))
    this.#held = this.#held.slice(close + CLOSE.length)
    this.#state = "turning"
  }

  /** The blank lines between thought and text belong to neither. */
  *#turn(): Generator<ThoughtPiece> {
    const text = this.#held.trimStart()
    if (text !== "") yield* this.#speak(text)
  }

  *#speak(text: string): Generator<ThoughtPiece> {
    this.#state = "speaking"
    this.#held = ""
    yield* piece("text", text)
  }
}

function* piece(kind: ThoughtPiece["kind"], text: string): Generator<ThoughtPiece> {
  if (text !== "") yield { kind, text }
}
