/** Chance that repeats: numbers from 0 up to 1. */
export type Dice = () => number

/** A small generator of its own for each text, so that branches side by side don't share their luck. */
export function diceFor(text: string): Dice {
  let state = [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16777619), 2166136261)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) / 2 ** 24
  }
}
