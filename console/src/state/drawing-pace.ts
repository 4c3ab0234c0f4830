/** While more is coming in than can be folded, the page is drawn only so often, in milliseconds. */
const DRAWN_EVERY = 400
/** After it was drawn a page rests so many times as long as that took: the larger a run, the fewer pictures of it. */
const REST = 3

/** How often a page is drawn, so that there is time left for who uses it. */
export class DrawingPace {
  #drawnAt = Number.NEGATIVE_INFINITY
  #restUntil = Number.NEGATIVE_INFINITY

  mayDraw(isPressed: boolean): boolean {
    const now = performance.now()
    return now >= this.#restUntil && !(isPressed && now - this.#drawnAt < DRAWN_EVERY)
  }

  draw(publish: () => void): void {
    const began = performance.now()
    this.#drawnAt = began
    publish()
    // Listeners draw in a microtask of their own that was put up before this one.
    queueMicrotask(() => {
      const now = performance.now()
      this.#restUntil = now + (now - began) * REST
    })
  }
}
