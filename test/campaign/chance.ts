import type { Dice } from "../../src/testing/simulated/dice.ts"

/** One of several. */
export function pick<T>(dice: Dice, list: readonly T[]): T {
  return list[Math.floor(dice() * list.length)] as T
}

/** A whole number from `least` up to `most`. */
export function between(dice: Dice, least: number, most: number): number {
  return least + Math.floor(dice() * (most - least + 1))
}
