import type { OpenQuestion } from "@keelson/protocol/run.ts"
import { useState } from "react"
import { api } from "../../api/client.ts"
import type { Failure } from "../../api/failure.ts"
import { forgetDraft, useDraft } from "../../state/draft.ts"
import { asFailure } from "../../state/use-loaded.ts"
import { useWords } from "../../words/use-words.ts"
import { FailureNote } from "../failure-note.tsx"
import { TextItems } from "../text-items.tsx"

type ClarificationFormProps = {
  readonly runId: string
  readonly question: Extract<OpenQuestion, { kind: "clarification" }>
  readonly onAnswered: () => void
}

/** Questions in words, one answer for all of them. */
export function ClarificationForm({ runId, question, onAnswered }: ClarificationFormProps) {
  const say = useWords()
  const name = `${runId}.${question.id}`
  const [text, setText] = useDraft(name)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const send = async () => {
    if (text.trim() === "" || isSending) return
    setSending(true)
    try {
      await api.answer(runId, question.id, text.trim())
      forgetDraft(name)
      onAnswered()
    } catch (error) {
      setFailure(asFailure(error))
      setSending(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <ol>
        <TextItems items={question.questions} />
      </ol>
      <textarea
        data-first
        className="input"
        rows={3}
        aria-label={say("question.answer")}
        placeholder={say("question.answer")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void send()
        }}
      />
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={isSending || text.trim() === ""}>
          {say("question.send")} <kbd>⌘↵</kbd>
        </button>
        <span className="quiet small">{say("question.draft")}</span>
      </div>
    </form>
  )
}
