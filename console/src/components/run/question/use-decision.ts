import type { ApprovalDecision } from "@keelson/protocol/log/event.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import type { Answering } from "./answering.ts"

export type Decision = {
  readonly isSending: boolean
  readonly failure: Failure | null
  /** Sends it once; one that comes too early, or while another is under way, is dropped. */
  readonly decide: (decision: ApprovalDecision, more?: { reason?: string; edited?: unknown }) => void
}

/** Answers a question that wants a decision. */
export function useDecision(answering: Answering): Decision {
  const { isSending, failure, send } = useSending(answering)
  const { runId, question } = answering
  return {
    isSending,
    failure,
    decide: (decision, more = {}) => send(() => api.approve(runId, question, decision, more)),
  }
}

/** Sends an answer if one may be given now, and tells the panel what became of it. */
export function useSending({ question, hearing, onSending, onSent, onOvertaken }: Answering) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const fail = (error: unknown) => {
    const known = asFailure(error)
    setSending(false)
    if (known.decided) return onOvertaken(question, known.decided)
    onSending(question, false)
    setFailure(known)
  }
  const send = (request: () => Promise<unknown>) => {
    if (isSending || !hearing.isOpen()) return
    setSending(true)
    setFailure(null)
    onSending(question, true)
    request().then(onSent, fail)
  }
  return { isSending, failure, send }
}

/** Only a fresh key, with the focus on the question, is an answer to it. */
export function isMeant(event: KeyboardEvent): boolean {
  return !event.repeat && document.activeElement?.closest("section.question") !== null
}

/** Wide answers take Shift as well: with caps lock alone nobody means them. */
export function isMeantWidely(event: KeyboardEvent): boolean {
  return event.shiftKey && isMeant(event)
}
