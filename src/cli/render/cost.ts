import { dollars } from "../../text/units.ts"
import { sayTree } from "./tree-words.ts"

/** What a run cost, in words where nobody knows. */
export function costWords(cost: number | null): string {
  return cost === null ? sayTree("cost.unknown") : dollars(cost)
}
