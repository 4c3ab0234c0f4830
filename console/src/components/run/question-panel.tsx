import type { OpenQuestion } from "@keelson/protocol/run.ts"
import { useEffect, useRef, useState } from "react"
import { useWords } from "../../words/use-words.ts"
import { Icon } from "../icon.tsx"
import { ApprovalForm } from "./approval-form.tsx"
import { ClarificationForm } from "./clarification-form.tsx"
import "./question-panel.css"

type QuestionPanelProps = {
  readonly runId: string
  readonly questions: readonly OpenQuestion[]
  readonly onAnswered: () => void
}

/** What the run waits for: on top of everything, with the focus, to be answered without the mouse. */
export function QuestionPanel({ runId, questions, onAnswered }: QuestionPanelProps) {
  const say = useWords()
  const [chosen, setChosen] = useState("")
  const question = questions.find(({ id }) => id === chosen) ?? questions[0]
  const ref = useRef<HTMLElement>(null)
  const id = question?.id
  useEffect(() => {
    if (id !== undefined && !isBusyElsewhere(ref.current))
      ref.current?.querySelector<HTMLElement>("[data-first]")?.focus()
  }, [id])
  if (!question) return null
  return (
    <section className="question" ref={ref} aria-label={say("question.label")}>
      <header className="question-head">
        <Icon shape="asked" size={18} />
        <h2>{say(question.kind === "approval" ? "question.approval" : "question.clarification")}</h2>
        {questions.length > 1 && (
          <nav className="question-list" aria-label={say("question.several", { count: questions.length })}>
            {questions.map((each, index) => (
              <button
                key={each.id}
                type="button"
                className="button plain"
                aria-pressed={each.id === question.id}
                onClick={() => setChosen(each.id)}
              >
                {index + 1}
              </button>
            ))}
          </nav>
        )}
      </header>
      {question.kind === "approval" ? (
        <ApprovalForm key={question.id} runId={runId} question={question} onAnswered={onAnswered} />
      ) : (
        <ClarificationForm key={question.id} runId={runId} question={question} onAnswered={onAnswered} />
      )}
    </section>
  )
}

/** Somebody who is typing keeps the focus. */
function isBusyElsewhere(panel: HTMLElement | null): boolean {
  const active = document.activeElement
  return (
    active instanceof HTMLElement && active.matches("input, textarea, select, dialog *") && !panel?.contains(active)
  )
}
