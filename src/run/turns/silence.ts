import type { Conclusion } from "../conclusion.ts"

/** So many replies in a row without a call or a text end the work: the model has nothing to say. */
export const MAX_EMPTY_REPLIES = 3

export function silent(replies: number): Conclusion {
  return { kind: "failed", reason: `the model gave ${replies} empty replies in a row` }
}
