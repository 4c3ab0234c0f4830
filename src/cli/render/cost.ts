import { dollars } from "../../text/units.ts"

/** What a run cost, in words where nobody knows. */
export function costWords(cost: number | null): string {
  return cost === null ? "cost unknown" : dollars(cost)
}
