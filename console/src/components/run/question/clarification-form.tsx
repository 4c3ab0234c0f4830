import type { OpenQuestion } from "@keelson/protocol/run.ts"
import { api } from "../../../api/client.ts"
import { forgetDraft, useDraft } from "../../../state/draft.ts"
import { MOD_KEY } from "../../../state/mod-key.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { TextItems } from "../../text-items.tsx"
import type { Answering } from "./answering.ts"
import { useSending } from "./use-decision.ts"

type ClarificationFormProps = {
  readonly question: Extract<OpenQuestion, { kind: "clarification" }>
  readonly answering: Answering
}

/** Questions in words, one answer for all of them. */
export function ClarificationForm({ question, answering }: ClarificationFormProps) {
  const say = useWords()
  const { runId, hearing } = answering
  const name = `${runId}.${question.id}`
  const [text, setText] = useDraft(name)
  const onSent = () => {
    forgetDraft(name)
    answering.onSent()
  }
  const { isSending, failure, send } = useSending({ ...answering, onSent })
  const answer = () => {
    if (text.trim() !== "") send(() => api.answer(runId, question.id, text.trim()))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        answer()
      }}
    >
      <ol>
        <TextItems items={question.questions} />
      </ol>
      <textarea
        data-typed
        className="input"
        rows={3}
        aria-label={say("question.answer")}
        placeholder={say("question.answer")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.repeat && (event.metaKey || event.ctrlKey)) answer()
        }}
      />
      {failure && <FailureNote failure={failure} />}
      <div className="row" data-answers>
        <button
          type="submit"
          className="button primary answer"
          disabled={isSending || text.trim() === ""}
          aria-disabled={hearing.isDeaf || undefined}
        >
          {say("question.send")} <kbd className="while-typing">{MOD_KEY}↵</kbd>
        </button>
        <span className="quiet small">{say("question.draft")}</span>
      </div>
    </form>
  )
}
