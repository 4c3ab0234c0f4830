import { spelledOut } from "@keelson/text/spelled-out.ts"
import { stageOf } from "@keelson/view/stage-of.ts"
import { useState } from "react"
import { forgetDraft, hasDraft, useDraft } from "../../state/draft.ts"
import { useKeys } from "../../state/keys.ts"
import { useWords } from "../../words/use-words.ts"
import { FailureNote } from "../failure-note.tsx"
import { PlanEditor } from "./plan-editor.tsx"
import { readPlan } from "./plan-lines.ts"
import { PlanOutline } from "./plan-outline.tsx"
import type { Approval } from "./plan-question.ts"
import { RefusalInput } from "./refusal-input.tsx"
import { isMeant, useDecision } from "./use-decision.ts"
import "./plan-form.css"

/** Versions that were sent, by run and place: one that came back need not be written anew. */
const sent = new Map<string, string>()

type PlanFormProps = {
  readonly runId: string
  readonly question: Approval
  /** The version that was sent last can't be used; the question's summary says why. */
  readonly isSentBack: boolean
  readonly onAnswered: () => void
}

/** A plan before anything of it runs: as it is (y), for all plans (a), changed (e), or not at all (n). */
export function PlanForm({ runId, question, isSentBack, onAnswered }: PlanFormProps) {
  const say = useWords()
  const place = `${runId}.${stageOf(question.id)}`
  const names = { reason: `${runId}.${question.id}`, plan: `${runId}.${question.id}.plan` }
  const [reason, setReason] = useDraft(names.reason)
  const mine = isSentBack ? sent.get(place) : undefined
  const [isEditing, setEditing] = useState(() => hasDraft(names.plan) || mine !== undefined)
  const { isSending, failure, decide } = useDecision(runId, question.id, () => {
    forgetDraft(names.reason)
    forgetDraft(names.plan)
    onAnswered()
  })
  const sendPlan = (text: string) => {
    if (text.trim() === question.detail.trim()) return void decide("allow")
    sent.set(place, text)
    void decide("allow", { edited: JSON.parse(text) as unknown })
  }
  const refuse = () => void decide("deny", reason.trim() === "" ? {} : { reason: reason.trim() })
  const meant = (action: () => void) => (event: KeyboardEvent) => {
    if (isMeant(event)) action()
  }
  useKeys({
    y: meant(() => void decide("allow")),
    a: meant(() => void decide("allow_always")),
    e: meant(() => setEditing(true)),
    n: meant(refuse),
  })
  const plan = readPlan(question.detail)
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      {isSentBack ? (
        <p className="note error" role="alert">
          <strong>{spelledOut(question.summary)}</strong>
        </p>
      ) : (
        plan === null && <p className="what">{spelledOut(question.summary)}</p>
      )}
      {!isEditing && (plan ? <PlanOutline plan={plan} /> : <pre className="plan">{spelledOut(question.detail)}</pre>)}
      {failure && <FailureNote failure={failure} />}
      {isEditing && (
        <PlanEditor
          name={names.plan}
          initial={mine ?? question.detail}
          isSending={isSending}
          onSend={sendPlan}
          onClose={() => {
            forgetDraft(names.plan)
            setEditing(false)
          }}
        />
      )}
      <div className="row">
        <button
          data-first
          type="button"
          className={`button${isEditing ? "" : " primary"}`}
          disabled={isSending}
          onClick={() => decide("allow")}
        >
          {say("plan.run")} <kbd>y</kbd>
        </button>
        {!isEditing && (
          <button type="button" className="button" disabled={isSending} onClick={() => setEditing(true)}>
            {say("plan.edit")} <kbd>e</kbd>
          </button>
        )}
        <button type="button" className="button" disabled={isSending} onClick={() => decide("allow_always")}>
          {say("plan.always")} <kbd>a</kbd>
        </button>
        <button type="button" className="button danger" disabled={isSending} onClick={refuse}>
          {say("plan.stop")} <kbd>n</kbd>
        </button>
        <RefusalInput value={reason} onChange={setReason} onEnter={refuse} />
      </div>
    </form>
  )
}
