const WINDOW_MS = 100
const WINDOW_BYTES = 65_536

/** Shows output as it comes, but no more of it than anybody could look at: a flood must not cost more than its reading. */
export class LiveOutput {
  readonly #show: (text: string) => void
  #decoder = new TextDecoder()
  #windowStart = 0
  #shown = 0

  constructor(show: (text: string) => void) {
    this.#show = show
  }

  add(chunk: Buffer): void {
    const now = performance.now()
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now
      this.#shown = 0
    }
    this.#shown += chunk.length
    if (this.#shown > WINDOW_BYTES) {
      // What comes next does not continue this chunk's last character.
      this.#decoder = new TextDecoder()
      return
    }
    const text = this.#decoder.decode(chunk, { stream: true })
    if (text !== "") this.#show(text)
  }
}
