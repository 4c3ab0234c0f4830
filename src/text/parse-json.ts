import { headOf } from "./clip.ts"

/** What a model's text is as JSON, or why it is none that can be used. */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string }

/** Nobody means more; and whoever walks through a value (to check, to redact, to compare it) goes as deep as it is. */
const MOST_LEVELS = 100

/** Here the words of models and tools become values, and nowhere else. */
export function parseJson(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text)
    // Each level takes two brackets: most texts are too short to be too deep.
    if (text.length > 2 * MOST_LEVELS && isDeeperThan(value, MOST_LEVELS))
      return { ok: false, problem: `it is nested more than ${MOST_LEVELS} levels deep` }
    return { ok: true, value }
  } catch (error) {
    return { ok: false, problem: headOf((error as Error).message, 200) }
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((part) => isDeeperThan(part, levels - 1))
}
