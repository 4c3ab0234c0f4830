import { parentOf } from "@keelson/protocol/key.ts"
import type { OpenQuestion } from "@keelson/protocol/run.ts"
import { useEffect, useRef, useState } from "react"
import type { RunPicture } from "../../state/run-feed.ts"
import type { WordKey } from "../../words/en.ts"
import { useWords } from "../../words/use-words.ts"
import { Icon } from "../icon.tsx"
import { ApprovalForm } from "./approval-form.tsx"
import { ClarificationForm } from "./clarification-form.tsx"
import { houseOf } from "./outline.ts"
import { PlanForm } from "./plan-form.tsx"
import { isPlanQuestion } from "./plan-question.ts"
import "./question-panel.css"

type QuestionPanelProps = {
  readonly runId: string
  readonly picture: RunPicture
  readonly onAnswered: () => void
}

/** What the run waits for: on top of everything, with the focus, to be answered without the mouse. */
export function QuestionPanel({ runId, picture, onAnswered }: QuestionPanelProps) {
  const say = useWords()
  const { questions } = picture.view
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
        <h2>{say(headingOf(question))}</h2>
        <span className="question-from cut">{askerOf(question, picture)}</span>
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
      <QuestionForm key={question.id} {...{ runId, picture, question, onAnswered }} />
    </section>
  )
}

type QuestionFormProps = QuestionPanelProps & { readonly question: OpenQuestion }

function QuestionForm({ runId, picture, question, onAnswered }: QuestionFormProps) {
  if (question.kind === "clarification") return <ClarificationForm {...{ runId, question, onAnswered }} />
  if (!isPlanQuestion(question)) return <ApprovalForm {...{ runId, question, onAnswered }} />
  return <PlanForm {...{ runId, question, onAnswered }} isSentBack={isSentBack(question.id, picture)} />
}

function headingOf(question: OpenQuestion): WordKey {
  if (question.kind === "clarification") return "question.clarification"
  return isPlanQuestion(question) ? "question.plan" : "question.approval"
}

/** The phase, step or item that wants to know; empty for the run as a whole. */
function askerOf({ id }: OpenQuestion, { view }: RunPicture): string {
  return houseOf(view, id)?.title ?? ""
}

/** A plan that was said yes to and is asked about again was changed into one that can't be used. */
function isSentBack(id: string, { story }: RunPicture): boolean {
  return story.moments.findLast(({ kind, place }) => kind === "answer" && place === parentOf(id))?.name === "allow"
}

/** Somebody who is typing keeps the focus. */
function isBusyElsewhere(panel: HTMLElement | null): boolean {
  const active = document.activeElement
  return (
    active instanceof HTMLElement && active.matches("input, textarea, select, dialog *") && !panel?.contains(active)
  )
}
