import type { FinalSummary } from "../../protocol/control.ts"
import { toSummary } from "../ending/summarizer.ts"
import type { LastWord } from "./closer.ts"

/** What a summarizer says of the whole. Where it was told what speaks against the end, silence about that is no answer. */
export function toWord(answer: FinalSummary, told: string, countsPhases: boolean): LastWord {
  const { missing, nothing_to_change } = answer
  return {
    ...toSummary(answer, countsPhases),
    missing: missing ?? (told === "" ? [] : undefined),
    nothingToChange: nothing_to_change?.trim() || undefined,
  }
}
