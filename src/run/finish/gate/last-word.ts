import type { FinalSummary } from "../../../protocol/log/control.ts"
import { toSummary } from "../summary/summarizer.ts"
import type { LastWord } from "./closer.ts"

/** What a summarizer says of the whole. */
export function toWord(answer: FinalSummary, countsPhases: boolean): LastWord {
  return { ...toSummary(answer, countsPhases), missing: answer.missing, settled: answer.settled }
}
