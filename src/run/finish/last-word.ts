import type { FinalSummary } from "../../protocol/control.ts"
import type { LastWord } from "./closer.ts"
import { toSummary } from "./summarizer.ts"

/** What a summarizer says of the whole. */
export function toWord(answer: FinalSummary, countsPhases: boolean): LastWord {
  return { ...toSummary(answer, countsPhases), missing: answer.missing, settled: answer.settled }
}
