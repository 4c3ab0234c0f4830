import { dollars } from "../../text/words/units.ts"
import { sayTree } from "../words/tree-words.ts"

/** What a run cost, in words where nobody knows. */
export function costWords(cost: number | null): string {
  return cost === null ? sayTree("cost.unknown") : dollars(cost)
}
