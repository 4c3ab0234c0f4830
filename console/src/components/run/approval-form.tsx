import type { ApprovalDecision } from "@keelson/protocol/event.ts"
import type { OpenQuestion } from "@keelson/protocol/run.ts"
import { useState } from "react"
import { api } from "../../api/client.ts"
import type { Failure } from "../../api/failure.ts"
import { forgetDraft, useDraft } from "../../state/draft.ts"
import { useKeys } from "../../state/keys.ts"
import { asFailure } from "../../state/use-loaded.ts"
import { useWords } from "../../words/use-words.ts"
import { Diff } from "../diff.tsx"
import { FailureNote } from "../failure-note.tsx"

type ApprovalFormProps = {
  readonly runId: string
  readonly question: Extract<OpenQuestion, { kind: "approval" }>
  readonly onAnswered: () => void
}

/** Only a fresh key, with the focus on the question, is an answer to it. */
function isMeant(event: KeyboardEvent): boolean {
  return !event.repeat && document.activeElement?.closest(".question") !== null
}

/** One task with what it would do; y, a and n answer it. */
export function ApprovalForm({ runId, question, onAnswered }: ApprovalFormProps) {
  const say = useWords()
  const name = `${runId}.${question.id}`
  const [reason, setReason] = useDraft(name)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const decide = async (decision: ApprovalDecision) => {
    if (isSending) return
    setSending(true)
    try {
      await api.approve(runId, question.id, decision, decision === "deny" ? reason.trim() : "")
      forgetDraft(name)
      onAnswered()
    } catch (error) {
      setFailure(asFailure(error))
      setSending(false)
    }
  }
  const byKey = (decision: ApprovalDecision) => (event: KeyboardEvent) => {
    if (isMeant(event)) void decide(decision)
  }
  useKeys({ y: byKey("allow"), a: byKey("allow_always"), n: byKey("deny") })

  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <p className="what">
        <code>{question.tool}</code> {question.summary}
      </p>
      {question.detail !== "" && <Diff text={question.detail} label={say("question.detail")} />}
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button
          data-first
          type="button"
          className="button primary"
          disabled={isSending}
          onClick={() => decide("allow")}
        >
          {say("question.allow")} <kbd>y</kbd>
        </button>
        <button type="button" className="button" disabled={isSending} onClick={() => decide("allow_always")}>
          {say("question.always", { tool: question.tool })} <kbd>a</kbd>
        </button>
        <button type="button" className="button danger" disabled={isSending} onClick={() => decide("deny")}>
          {say("question.deny")} <kbd>n</kbd>
        </button>
        <input
          className="input grow"
          aria-label={say("question.reason")}
          placeholder={say("question.reason")}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") void decide("deny")
          }}
        />
      </div>
    </form>
  )
}
