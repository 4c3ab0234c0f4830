import type { FinalSummary } from "../../protocol/control.ts"
import { toSummary } from "../ending/summarizer.ts"
import type { LastWord } from "./closer.ts"

/** What a summarizer says of the whole. */
export function toWord(answer: FinalSummary, countsPhases: boolean): LastWord {
  const { missing, nothing_to_change } = answer
  return {
    ...toSummary(answer, countsPhases),
    missing,
    nothingToChange: nothing_to_change?.trim() || undefined,
  }
}
