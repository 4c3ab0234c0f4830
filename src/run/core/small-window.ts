/** Below so many tokens a run is laid out by shares of its window. */
const SMALL_WINDOW = 16_000

export function isSmallWindow(window: number): boolean {
  return window < SMALL_WINDOW
}

/** Up to so many tokens a reply has a fifth of them at most, lest one that rambles eat the run. */
const MIDDLING_WINDOW = 64_000

/** Neither small nor so large that a long reply doesn't matter. */
export function isMiddlingWindow(window: number): boolean {
  return window >= SMALL_WINDOW && window < MIDDLING_WINDOW
}

/** What the first prompt may hold: the rest is for the work. */
export function openingLimit(window: number): number {
  return Math.floor(window / 3)
}

/** The longest reply in a small window; the model is told. */
export function longestReply(window: number): number {
  return Math.floor(window / 5)
}
