import type { Ability } from "./model.ts"

/** A model that fails one of the tiny jobs as often as it does it: it does best with little at once. */
export function isLittle({ plan, edit, judge }: Ability): boolean {
  return Math.min(plan, edit, judge) <= 0.5
}
