/** Below so many tokens a run is laid out by shares of its window. */
const SMALL_WINDOW = 16_000

export function isSmallWindow(window: number): boolean {
  return window < SMALL_WINDOW
}

/** What the first prompt may hold: the rest is for the work. */
export function openingLimit(window: number): number {
  return Math.floor(window / 3)
}

/** The longest reply in a small window; the model is told. */
export function longestReply(window: number): number {
  return Math.floor(window / 5)
}
