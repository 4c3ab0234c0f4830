import { parentOf } from "@keelson/protocol/log/key.ts"
import { spelledOut } from "@keelson/text/spelled-out.ts"
import { useState } from "react"
import { forgetDraft, hasDraft, useDraft } from "../../../state/draft.ts"
import { useKeys } from "../../../state/keys.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { AnswerButton } from "./answer-button.tsx"
import type { Answering } from "./answering.ts"
import { PlanEditor } from "./plan-editor.tsx"
import { readPlan } from "./plan-lines.ts"
import { PlanOutline } from "./plan-outline.tsx"
import type { Approval } from "./plan-question.ts"
import { RefusalInput } from "./refusal-input.tsx"
import { isMeant, isMeantWidely, useDecision } from "./use-decision.ts"
import "./plan-form.css"

/** Versions that were sent, by run and place: one that came back need not be written anew. */
const sent = new Map<string, string>()

type PlanFormProps = {
  readonly question: Approval
  readonly answering: Answering
  /** The version that was sent last can't be used; the question's summary says why. */
  readonly isSentBack: boolean
}

/** A plan before anything of it runs: as it is (y), changed (e), not at all (n), or for all plans (Shift P). */
export function PlanForm({ question, answering, isSentBack }: PlanFormProps) {
  const say = useWords()
  const { runId, hearing } = answering
  const place = `${runId}.${parentOf(question.id)}`
  const names = { reason: `${runId}.${question.id}`, plan: `${runId}.${question.id}.plan` }
  const [reason, setReason] = useDraft(names.reason)
  const mine = isSentBack ? sent.get(place) : undefined
  const [isEditing, setEditing] = useState(() => hasDraft(names.plan) || mine !== undefined)
  const onSent = () => {
    forgetDraft(names.reason)
    forgetDraft(names.plan)
    answering.onSent()
  }
  const { isSending, failure, decide } = useDecision({ ...answering, onSent })
  const sendPlan = (text: string) => {
    if (text.trim() === question.detail.trim()) return decide("allow")
    sent.set(place, text)
    decide("allow", { edited: JSON.parse(text) as unknown })
  }
  const refuse = () => decide("deny", reason.trim() === "" ? {} : { reason: reason.trim() })
  useKeys({
    y: (event) => isMeant(event) && decide("allow"),
    e: (event) => isMeant(event) && hearing.isOpen() && setEditing(true),
    n: (event) => isMeant(event) && refuse(),
    P: (event) => isMeantWidely(event) && decide("allow_always"),
  })
  const button = { hearing, isSending }
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
          isDeaf={hearing.isDeaf}
          onSend={sendPlan}
          onClose={() => {
            forgetDraft(names.plan)
            setEditing(false)
          }}
        />
      )}
      <div className="row" data-answers>
        <AnswerButton {...button} look={isEditing ? undefined : "primary"} shortcut="y" onClick={() => decide("allow")}>
          {say("plan.run")}
        </AnswerButton>
        {!isEditing && (
          <button type="button" className="button" disabled={isSending} onClick={() => setEditing(true)}>
            {say("plan.edit")} <kbd>e</kbd>
          </button>
        )}
        <AnswerButton {...button} look="danger" shortcut="n" onClick={refuse}>
          {say("plan.stop")}
        </AnswerButton>
        <RefusalInput value={reason} onChange={setReason} onEnter={refuse} />
      </div>
      <fieldset className="wide-answers">
        <legend>{say("question.wide")}</legend>
        <div className="row">
          <AnswerButton {...button} shortcut="⇧P" onClick={() => decide("allow_always")}>
            {say("plan.always")}
          </AnswerButton>
        </div>
      </fieldset>
    </form>
  )
}
