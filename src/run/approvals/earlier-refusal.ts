import { idIn } from "../../protocol/log/key.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import { isOfEarlierEpoch } from "../core/place-log.ts"
import type { Answer, RunParts } from "../core/run-parts.ts"
import { answerKey, askedBefore, recordedAnswer } from "../questions/question.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/**
 * The answer by which the user refused this very call before, where a stage of closing makes it again: nobody is asked twice for what
 * the run is not to try again. Who takes the run up later may be asked anew.
 */
export function earlierRefusal(parts: RunParts, question: Approval): Answer | undefined {
  if (idIn(question.id, "closing") === undefined || askedBefore(parts, question.id)) return undefined
  return parts.journal.entries
    .flatMap(({ record }) => (record.kind === "event" && record.event.type === "approval.asked" ? [record.event] : []))
    .filter((asked) => isSameCall(asked, question) && !isOfEarlierEpoch(parts, answerKey(asked.question)))
    .map((asked) => recordedAnswer(parts, asked.question))
    .findLast((answer) => answer?.kind === "approval" && answer.decision === "deny")
}

type Call = Pick<Approval, "tool" | "summary" | "detail">

function isSameCall(one: Call, other: Call): boolean {
  return one.tool === other.tool && one.summary === other.summary && one.detail === other.detail
}
