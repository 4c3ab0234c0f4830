import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import { api } from "../../../api/client.ts"
import { forgetDraft, useDraft } from "../../../state/draft.ts"
import { MOD_KEY } from "../../../state/mod-key.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { AnswerField } from "./answer-field.tsx"
import type { Answering } from "./answering.ts"
import { answersIn, draftOf, sentText } from "./answers.ts"
import { useSending } from "./use-decision.ts"

type ClarificationFormProps = {
  readonly question: Extract<OpenQuestion, { kind: "clarification" }>
  readonly answering: Answering
}

/** Questions in words, each with a box for its answer; they are sent together. */
export function ClarificationForm({ question, answering }: ClarificationFormProps) {
  const say = useWords()
  const { runId, hearing } = answering
  const name = `${runId}.${question.id}`
  const [draft, setDraft] = useDraft(name)
  const answers = answersIn(draft, question.questions.length)
  const text = sentText(answers)
  const onSent = () => {
    forgetDraft(name)
    answering.onSent()
  }
  const { isSending, failure, send } = useSending({ ...answering, onSent })
  const answer = () => {
    if (text !== "") send(() => api.answer(runId, question.id, text))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        answer()
      }}
    >
      <ol>
        {question.questions.map((asked, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions keep their order, and two may be equal.
          <li key={index}>
            <AnswerField
              question={asked}
              text={answers[index] ?? ""}
              onChange={(typed) => setDraft(draftOf(answers.with(index, typed)))}
              onSend={answer}
              isOneOfSeveral={answers.length > 1}
            />
          </li>
        ))}
      </ol>
      {failure && <FailureNote failure={failure} />}
      <div className="row" data-answers>
        <button
          type="submit"
          className="button primary answer"
          disabled={isSending || text === ""}
          aria-disabled={hearing.isDeaf || undefined}
        >
          {say("question.send")} <kbd className="while-typing">{MOD_KEY}↵</kbd>
        </button>
        <span className="quiet small">{say("question.draft")}</span>
      </div>
    </form>
  )
}
