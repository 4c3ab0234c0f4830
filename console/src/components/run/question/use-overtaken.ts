import type { StandingAnswer } from "@keelson/protocol/api/api.ts"
import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import { useEffect, useRef, useState } from "react"
import type { Answering } from "./answering.ts"

export type Overtaken = Pick<Answering, "onSending" | "onOvertaken"> & {
  /** The answer of somebody else to the question that was shown here; `null` where there is nothing to tell. */
  readonly decided: StandingAnswer | null
  readonly dismiss: () => void
}

/** Whether somebody else answered the question that is shown, before or while it was answered here. */
export function useOvertaken(
  shown: OpenQuestion | undefined,
  questions: readonly OpenQuestion[],
  events: readonly LoggedEvent[],
): Overtaken {
  const [decided, setDecided] = useState<StandingAnswer | null>(null)
  const own = useRef(new Set<string>())
  const last = useRef<string | undefined>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = shown?.id
    if (before === undefined || before === shown?.id || own.current.has(before)) return
    if (questions.some(({ id }) => id === before)) return
    const answer = answerTo(before, events)
    if (answer) setDecided(answer)
  }, [shown?.id, questions, events])
  return {
    decided,
    dismiss: () => setDecided(null),
    onSending: (question, isUnderWay) => {
      if (isUnderWay) setDecided(null)
      if (isUnderWay) own.current.add(question)
      else own.current.delete(question)
    },
    onOvertaken: (_question, answer) => setDecided(answer),
  }
}

function answerTo(question: string, events: readonly LoggedEvent[]): StandingAnswer | undefined {
  const event = events.findLast(({ event }) => "question" in event && event.question === question)?.event
  if (event?.type === "clarification.answered") return { text: event.answer }
  return event?.type === "approval.answered" ? { decision: event.decision, reason: event.reason } : undefined
}
