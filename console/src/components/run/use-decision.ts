import type { ApprovalDecision } from "@keelson/protocol/event.ts"
import { useState } from "react"
import { api } from "../../api/client.ts"
import type { Failure } from "../../api/failure.ts"
import { asFailure } from "../../state/use-loaded.ts"

export type Decision = {
  readonly isSending: boolean
  readonly failure: Failure | null
  /** Sends it once; a second one while the first is under way is dropped. */
  readonly decide: (decision: ApprovalDecision, more?: { reason?: string; edited?: unknown }) => Promise<void>
}

/** Answers a question that wants a decision; `onSent` hears that the server took it. */
export function useDecision(runId: string, question: string, onSent: () => void): Decision {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const decide: Decision["decide"] = async (decision, more = {}) => {
    if (isSending) return
    setSending(true)
    setFailure(null)
    try {
      await api.approve(runId, question, decision, more)
      onSent()
    } catch (error) {
      setFailure(asFailure(error))
      setSending(false)
    }
  }
  return { isSending, failure, decide }
}

/** Only a fresh key, with the focus on the question, is an answer to it. */
export function isMeant(event: KeyboardEvent): boolean {
  return !event.repeat && document.activeElement?.closest(".question") !== null
}
